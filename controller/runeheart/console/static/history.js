// Who played: team, players, and whether statistics leave a game out. Saved in place.

import { ask } from "./console.js";

for (const form of document.querySelectorAll("form.about")) {
  const said = form.querySelector("[role=status]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { team, players, left_out: out } = form.elements;
    said.textContent = "…";
    const answer = await ask(`/api/v1/games/${form.dataset.game}`, {
      team: team.value.trim() || null,
      players: players.value ? Number(players.value) : null,
      left_out: out.checked,
    }, "PATCH");
    said.textContent = answer.result === "done" ? "Saved" : answer.why;
    if (answer.result !== "done") return;
    const around = form.closest(".card");
    around.querySelector("[data-team]").textContent = team.value.trim();
    around.querySelector(".left-out").textContent = out.checked ? " · left out" : "";
    around.classList.toggle("out", out.checked && around.classList.contains("game"));
  });
}
