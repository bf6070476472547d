import { ask } from "./console.js";

const form = document.getElementById("sign-in");
const said = form.querySelector(".said");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  said.hidden = true;
  const answer = await ask("/sign-in", { password: form.password.value });
  button.disabled = false;
  if (answer.result === "done") {
    location.assign("/");
    return;
  }
  said.textContent = answer.why[0].toUpperCase() + answer.why.slice(1) + ".";
  said.hidden = false;
  form.password.select();
});
