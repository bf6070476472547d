// Asking the prop for something, and saying what came of it where everybody looks.

import { ask } from "./console.js";
import { capital, set } from "./nodes.js";

const SAID_MS = 5_000;
const WHY_MS = 15_000;
let until = 0;

/** Say what came of it: the reason of a refusal, else `done`. */
export function say(answer, done = "") {
  const said = document.getElementById("said");
  const refused = answer.result !== "done";
  set(said, refused ? `${capital(answer.why)}.` : done);
  said.className = `notice ${refused ? "bad" : "good"}`;
  said.hidden = !said.textContent;
  clearTimeout(until);
  until = setTimeout(() => (said.hidden = true), refused ? WHY_MS : SAID_MS);
}

/** Carry out a verb of the operator; resolves to its answer, which was said already. */
export async function carryOut(verb, args, done) {
  const answer = await ask(`/api/v1/verbs/${verb}`, args);
  say(answer, answer.undone ? `Taken back: ${answer.undone}.` : done);
  return answer;
}
