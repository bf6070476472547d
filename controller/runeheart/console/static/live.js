// The live page: shows what the prop tells, and asks for what the game master wants.

import { ask } from "./console.js";
import { clock, node, set } from "./nodes.js";
import { follow } from "./line.js";
import { onHold } from "./hold.js";

const by = (id) => document.getElementById(id);
const RUNES = ["nature", "fire", "water", "storm", "moon", "sun"];
const GAMES = { heart: "The Corrupted Heart", ruin: "The Ruin", cult: "Cult of the Rune" };
const PHASES = { ready: "Ready", running: "Running", paused: "Paused", over: "Over" };
const OUTCOMES = { defused: "Defused", exploded: "Exploded", abandoned: "Abandoned", resolved: "Resolved", defeated: "Defeated" };

let seen = {};
let map = null;
let hintStep = 1;
let timing = { leftS: null, atMs: 0, runs: false };

// The link

follow("/api/v1/events", {
  onLink(link) {
    const lost = link === "lost";
    document.body.dataset.link = link;
    by("link").hidden = !lost;
    by("link").className = "notice bad";
    set(by("link"), lost ? "No connection to the prop: what you see is old." : "");
    by("table").inert = lost;
  },
  onLook(changed, all) {
    seen = all;
    if ("alerts" in changed) showAlerts(all.alerts);
    if ("game" in changed) showGame(all.game);
    if ("screen" in changed) by("screen").replaceChildren(...all.screen.map((line) => node("p", line)));
    if ("lights" in changed) showLights(all.lights);
    if ("devices" in changed) showDevices(all.devices);
    if ("log" in changed) showLog(all.log);
    if ("play" in changed || "board" in changed) showMap(all);
  },
});

function showAlerts(alerts) {
  by("alerts").replaceChildren(...alerts.map((alert) => node("p", alert, { class: "notice warn" })));
}

// The game

function situation(game) {
  if (!game) return new Set(["idle"]);
  const phase = game.is_over ? "over" : game.game === "heart" ? game.phase : "running";
  const now = new Set([phase, game.game]);
  if (phase === "running" || phase === "paused") now.add("begun");
  if (now.has("begun") && game.game === "heart") now.add("timed");
  return now;
}

// `data-when` lists situations; of "heart" and others both must hold.
function fits(when, now) {
  const words = when.split(" ");
  const games = words.filter((word) => word in GAMES);
  const phases = words.filter((word) => !(word in GAMES));
  return phases.some((word) => now.has(word)) && (!games.length || games.some((word) => now.has(word)));
}

function showGame(game) {
  const now = situation(game);
  for (const button of document.querySelectorAll("[data-when]")) button.hidden = !fits(button.dataset.when, now);
  const start = by("start");
  if (start) start.hidden = !now.has("idle");
  if (game?.game !== "heart" || now.has("over") || now.has("idle")) closeHint();

  set(by("which"), game ? [GAMES[game.game], game.difficulty, game.team].filter(Boolean).join(" · ") : "Nobody plays");
  const chip = by("phase");
  const outcome = game?.outcome && (OUTCOMES[game.outcome] ?? "Over");
  set(chip, !game ? "Free" : game.is_over ? outcome ?? "Over" : PHASES[game.phase] ?? "Running");
  chip.dataset.phase = !game ? "idle" : game.is_over ? game.outcome : game.phase;
  set(by("asked"), game?.asked ?? "");

  timing = { leftS: game?.left_s ?? null, atMs: performance.now(), runs: game?.phase === "running" && !game.is_over };
  showClock();
  showPlaces(game);
  showHand(game?.hand ?? []);
}

function showClock() {
  const face = by("clock");
  face.hidden = timing.leftS === null;
  if (timing.leftS === null) return;
  const leftS = timing.runs ? Math.max(0, timing.leftS - (performance.now() - timing.atMs) / 1000) : timing.leftS;
  set(face, clock(leftS));
  face.classList.toggle("late", timing.runs && leftS <= 30);
}
setInterval(() => timing.runs && showClock(), 200);

function showPlaces(game) {
  const places = by("places");
  places.hidden = !game?.slots;
  by("mistakes").hidden = !game?.max_mistakes;
  if (!game?.slots) return;
  places.replaceChildren(...game.slots.map((rune, index) =>
    node("li", rune ? "" : "open", { class: rune ? `rune ${rune}` : "open", "aria-label": `Place ${index + 1}: ${rune ?? "open"}` },
      rune && node("b", rune[0].toUpperCase() + rune.slice(1)))));
  const left = game.max_mistakes - game.mistakes;
  set(by("mistakes"), `${game.mistakes} of ${game.max_mistakes} mistakes` + (game.draws_left == null ? "" : ` · ${game.draws_left} draws left`));
  by("mistakes").classList.toggle("late", left <= 1);
}

function showHand(hand) {
  by("hand-card").hidden = !hand.length;
  by("hand").replaceChildren(...hand.map((card) => node("li", card.text, { value: card.card })));
}

function showLights(lights) {
  by("lights").replaceChildren(...lights.map(({ rune, pattern, level }) =>
    node("li", rune, { class: `light ${rune} l${Math.round(level * 4)}`, "aria-label": `${rune}: ${pattern}` })));
}

function showLog(log) {
  const list = by("log");
  by("log-card").hidden = !log.length;
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  list.replaceChildren(...log.map(({ at_s, who, lines }) =>
    node("li", "", {}, node("span", clock(at_s), { class: "soft" }), node("span", lines.join(" · ")),
      who === "button" ? null : node("span", who, { class: "who" }))));
  if (atEnd) list.scrollTop = list.scrollHeight;
}

function showDevices(devices) {
  by("devices").replaceChildren(...devices.map(({ device, alert }) =>
    node("li", "", { class: alert ? "bad" : "good" }, node("b", device), node("span", alert ?? "works"))));
  const counters = devices.find(({ device }) => device === "buttons")?.counters ?? {};
  by("runes").tBodies[0].replaceChildren(...RUNES.filter((rune) => `${rune} presses` in counters).map((rune) =>
    node("tr", "", {}, node("th", rune, { scope: "row" }), node("td", `${counters[`${rune} presses`]}`), node("td", `${counters[`${rune} noise`]}`))));
}

async function showMap({ board, play }) {
  by("map-card").hidden = !play;
  if (!play) return;
  if (!map) {
    const { HexMap } = await import("/web/hexmap.js");
    map ??= new HexMap(by("map"), { onCommand: (body) => ask("/api/v1/commands", body) });
  }
  map.show({ board, play });
}

// What the game master asks for

let saidUntil = 0;
function say(answer, done = "") {
  const said = by("said");
  const refused = answer.result !== "done";
  set(said, refused ? answer.why[0].toUpperCase() + answer.why.slice(1) + "." : done);
  said.className = `notice ${refused ? "bad" : "good"}`;
  said.hidden = !said.textContent;
  clearTimeout(saidUntil);
  saidUntil = setTimeout(() => (said.hidden = true), refused ? 12_000 : 4_000);
}

async function carryOut(button) {
  button.disabled = true;
  const { verb, args, command } = button.dataset;
  const answer = command
    ? await ask("/api/v1/commands", JSON.parse(command))
    : await ask(`/api/v1/verbs/${verb}`, args ? JSON.parse(args) : {});
  button.disabled = false;
  say(answer, answer.undone ? `Taken back: ${answer.undone}.` : `${button.textContent.trim()}: done.`);
}

for (const button of document.querySelectorAll("[data-verb], [data-command]")) {
  if ("hold" in button.dataset) onHold(button, () => carryOut(button), { dialog: by("sure") });
  else button.addEventListener("click", () => carryOut(button));
}

const start = by("start");
start?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = Object.fromEntries([...new FormData(start)].filter(([, value]) => value !== ""));
  if (asked.game !== "heart") delete asked.difficulty;
  if (asked.players) asked.players = Number(asked.players);
  const answer = await ask("/api/v1/verbs/start", asked);
  say(answer, "The game is set up.");
  if (answer.result === "done") start.team.value = "";
});
by("game")?.addEventListener("change", () => {
  for (const part of start.querySelectorAll("[data-of]")) part.hidden = part.dataset.of !== by("game").value;
});

// Hints

function closeHint() {
  hintStep = 1;
  if (by("hinted")) by("hinted").hidden = true;
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
by("hint-next")?.addEventListener("click", () => hint(hintStep + 1));
by("hint-close")?.addEventListener("click", closeHint);
by("hint-show")?.addEventListener("click", async () => {
  say(await ask("/api/v1/verbs/hint", { step: hintStep, show: true }), "The players read it on the prop now.");
});

// The answer: there while it is held, and never else

const answerButton = by("answer");
if (answerButton) {
  const hide = () => set(by("answer-text"), "");
  onHold(answerButton, async () => {
    const answer = await ask("/api/v1/answer", undefined, "GET");
    if (answer.result !== "done") return say(answer);
    set(by("answer-text"), answer.answer.join(" · "));
  }, { dialog: by("sure"), onEnd: () => setTimeout(hide, 600) });
}
