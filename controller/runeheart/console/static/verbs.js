// What the game master asks for on the live page, and which of it fits the game.

import { ask } from "./console.js";
import { carryOut, say } from "./doing.js";
import { isSure, onHold } from "./hold.js";
import { capital, glyph, node, set } from "./nodes.js";
import { oneByOne } from "/web/gesture.js";

const by = (id) => document.getElementById(id);
const GAMES = ["heart", "ruin", "cult"];
const RUNES = ["nature", "fire", "water", "storm", "moon", "sun"];
let hintStep = 1;

// Which buttons fit: `data-when` lists situations and games; one of each that is listed must hold.

function situation(game) {
  if (!game) return new Set(["idle"]);
  const phase = game.is_over ? "over" : game.game === "heart" ? game.phase : "running";
  const now = new Set([phase, game.game]);
  if (phase === "running" || phase === "paused") now.add("begun");
  if (now.has("begun") && game.game === "heart") now.add("timed");
  return now;
}

function fits(when, now) {
  const words = when.split(" ");
  const games = words.filter((word) => GAMES.includes(word));
  const phases = words.filter((word) => !GAMES.includes(word));
  return phases.some((word) => now.has(word)) && (!games.length || games.some((word) => now.has(word)));
}

let open = "";

/** Show what can be asked for of this game. */
export function followGame(game) {
  const now = situation(game);
  for (const part of document.querySelectorAll("[data-when]")) part.hidden = !fits(part.dataset.when, now);
  by("start").hidden = !now.has("idle");
  const slots = JSON.stringify(game?.slots ?? null);
  if (!now.has("begun") || slots !== open) closeHint(); // what it said is done, or past
  if (slots !== open) {
    const left = RUNES.filter((rune) => !game?.slots?.includes(rune));
    by("rune").replaceChildren(node("option", "The next rune", { value: "" }),
      ...left.map((rune) => node("option", capital(rune), { value: rune })));
  }
  open = slots;
}

// Verbs

let seq = 0; // how much was done in the game, as far as it is shown here

/** Note what is seen now: what is chosen is meant for it. */
export function followSeq(told) {
  seq = told;
}

async function run(button) {
  if (button.disabled) return;
  button.disabled = true;
  const { verb, args, command, done = "" } = button.dataset;
  if (command) say(await ask(`/api/v1/commands?seq=${seq}`, JSON.parse(command)), done);
  else if (verb === "undo") await carryOut(`undo?seq=${seq}`, {}, done);
  else await carryOut(verb, args ? JSON.parse(args) : {}, done);
  button.disabled = false;
}

for (const button of document.querySelectorAll("[data-verb], [data-command]")) {
  if (button.dataset.command || button.dataset.verb === "undo") oneByOne(button);
  if (!("hold" in button.dataset)) button.addEventListener("click", () => run(button));
  else onHold(button, () => run(button), { dialog: by("sure"), onShort: () => say({ result: "refused", why: "hold it for a second" }) });
}

by("lock")?.addEventListener("click", () => {
  const rune = by("rune").value;
  carryOut("lock", rune ? { rune } : {}, `${capital(rune) || "The next rune"} is locked.`);
});

// The next group

const start = by("start");
start?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = Object.fromEntries([...new FormData(start)].filter(([, value]) => value.trim() !== ""));
  if (asked.game !== "heart") for (const name of ["difficulty", "code", "sign"]) delete asked[name];
  if (asked.players) asked.players = Number(asked.players);
  const notGreen = start.dataset.open;
  if (notGreen && !(await isSure(by("sure"), `Not green on the checklist: ${notGreen}. Set up the game all the same?`, "Set it up"))) return;
  const answer = await carryOut("start", asked, "The game is set up.");
  if (answer.result === "done") for (const name of ["team", "players", "code", "sign"]) start[name].value = "";
});
by("game")?.addEventListener("change", () => {
  for (const part of start.querySelectorAll("[data-of]")) part.hidden = part.dataset.of !== by("game").value;
});

// Hints

function closeHint() {
  hintStep = 1;
  by("hinted").hidden = true;
}

async function hint(step) {
  const answer = await ask("/api/v1/verbs/hint", { step });
  if (answer.result !== "done") return say(answer);
  hintStep = step;
  set(by("hint-title"), step === 1 ? "Hint" : `Hint, step ${step}`);
  set(by("hint-text"), answer.hint);
  set(by("hint-why"), answer.cards.length ? `From clue ${answer.cards.map((card) => card.card).join(", ")}` : "");
  by("hinted").hidden = false;
}

by("hint")?.addEventListener("click", () => hint(1));
by("stuck-hint")?.addEventListener("click", () => hint(1));
by("stuck-leave")?.addEventListener("click", async () => say(await ask("/api/v1/stuck", {}), "Nothing more is said until they get on."));
by("hint-next")?.addEventListener("click", () => hint(hintStep + 1));
by("hint-close")?.addEventListener("click", closeHint);
by("hint-show")?.addEventListener("click", () =>
  carryOut("hint", { step: hintStep, show: true }, "The players read it on the prop now."));

// The answer: there while it is held, and never else

const answerButton = by("answer");
if (answerButton) {
  let isWanted = false;
  const hide = () => {
    isWanted = false;
    by("answer-text").replaceChildren();
  };
  onHold(answerButton, async () => {
    isWanted = true;
    const answer = await ask("/api/v1/answer", {});
    if (answer.result !== "done") return say(answer);
    if (isWanted) by("answer-text").replaceChildren(...answer.answer.map((rune) =>
      node("span", "", { class: rune }, glyph(rune), capital(rune))));
  }, { dialog: by("sure"), onEnd: hide });
  document.addEventListener("visibilitychange", hide);
}
