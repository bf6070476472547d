// The live page: shows what the prop tells. What the game master asks for is in verbs.js.

import { ask } from "./console.js";
import { carryOut } from "./doing.js";
import { follow } from "./line.js";
import { ago, capital, clock, Countdown, glyph, node, set } from "./nodes.js";
import { followGame, followSeq } from "./verbs.js";

const by = (id) => document.getElementById(id);
const RUNES = ["nature", "fire", "water", "storm", "moon", "sun"];
const GAMES = { heart: "The Corrupted Heart", ruin: "The Ruin", cult: "Cult of the Rune" };
const PHASES = { ready: "Ready", running: "Running", paused: "Paused", over: "Over" };
const OUTCOMES = { defused: "Defused", exploded: "Exploded", abandoned: "Abandoned", resolved: "Resolved", defeated: "Defeated" };
const LIGHTS = ["dark", "dim", "half", "bright", "bright"];

let map = null;
const isOperator = Boolean(by("said"));
const countdown = new Countdown((left, late) => {
  by("clock").hidden = left === null;
  set(by("clock"), left ?? "");
  by("clock").classList.toggle("late", late);
}, () => document.body.dataset.link === "live");

follow("/api/v1/events", {
  onLink(link) {
    const lost = link === "lost";
    document.body.dataset.link = link;
    by("link").hidden = !lost;
    by("link").className = "notice bad";
    set(by("link"), lost ? "No connection to the prop: what you see is old." : "");
    by("table").inert = lost;
    by("stuck").inert = lost;
  },
  onLook(changed, all) {
    if ("alerts" in changed) showAlerts(all.alerts);
    if ("seq" in changed) followSeq(all.seq);
    if ("game" in changed) showGame(all.game);
    if ("clock" in changed) countdown.follow(all.clock);
    if ("stuck" in changed) showStuck(all.stuck);
    if ("checklist" in changed || "game" in changed) showChecklist(all);
    if ("screen" in changed) showScreen(all.screen);
    if ("lights" in changed) showLights(all.lights);
    if ("devices" in changed) showDevices(all.devices);
    if ("devices" in changed || "runes" in changed || "clock" in changed) showRunes(all);
    if ("log" in changed) showLog(all.log);
    if ("play" in changed || "board" in changed || "seq" in changed) showMap(all);
  },
});

function showAlerts(alerts) {
  const lines = alerts.map((alert) => node("p", capital(alert)));
  if (!lines.length) return by("alerts").replaceChildren();
  const seen = node("button", "I have read it", { type: "button" });
  seen.addEventListener("click", () => carryOut("acknowledge", {}, "What goes on will stay here."));
  by("alerts").replaceChildren(node("div", "", { class: "notice warn" }, ...lines, isOperator && seen));
}

function showStuck(stuck) {
  by("stuck").hidden = !stuck;
  if (stuck) set(by("stuck").querySelector("p"), `No progress for ${stuck.minutes} minute${stuck.minutes === 1 ? "" : "s"}: does the team need a hint?`);
}

function showChecklist({ checklist, game }) {
  const place = by("not-green");
  if (!place) return;
  place.hidden = Boolean(game) || !checklist.open.length;
  place.replaceChildren(`Not green: ${checklist.open.join(", ")}. `, node("a", "Look at the checklist", { href: "/checklist" }));
  by("start").dataset.open = checklist.open.join(", ");
}

function showGame(game) {
  if (isOperator) followGame(game);
  set(by("which"), game ? [GAMES[game.game], capital(game.difficulty ?? ""), game.team].filter(Boolean).join(" · ") : "Nobody plays");
  const outcome = game?.outcome && (OUTCOMES[game.outcome] ?? "Over");
  set(by("phase"), !game ? "Free" : game.is_over ? outcome ?? "Over" : PHASES[game.phase] ?? "Running");
  by("phase").dataset.phase = !game ? "idle" : game.is_over ? game.outcome : game.phase;
  set(by("asked"), game?.asked ?? "");
  showPlaces(game);
  const hand = game?.game === "heart" ? game.hand : [];
  by("hand-card").hidden = !hand.length;
  by("hand").replaceChildren(...hand.map((card) => node("li", card.text, { value: card.card })));
}

function showPlaces(game) {
  by("places").hidden = !game?.slots;
  by("mistakes").hidden = !game?.slots;
  if (!game?.slots) return;
  by("places").replaceChildren(...game.slots.map((rune, index) =>
    node("li", "", { class: rune ? `rune ${rune}` : "open" },
      node("span", `Place ${index + 1}: `, { class: "unseen" }),
      rune ? glyph(rune) : null, node("b", rune ? capital(rune) : "open"))));
  const left = game.max_mistakes - game.mistakes;
  set(by("mistakes"), `${game.mistakes} of ${game.max_mistakes} mistakes` + (game.draws_left == null ? "" : ` · ${game.draws_left} draws left`));
  by("mistakes").classList.toggle("late", left <= 1 && !game.is_over);
}

function showScreen(words) {
  by("screen").setAttribute("aria-label", `The screen says: ${words.join(". ") || "nothing"}`);
  by("screen").replaceChildren(...words.map((line) => node("p", line)));
}

function showLights(lights) {
  by("lights").replaceChildren(...lights.map(({ rune, level }) => {
    const step = Math.round(level * 4);
    return node("li", "", { class: `light ${rune} l${step}` }, glyph(rune), node("span", `${rune}: ${LIGHTS[step]}`, { class: "unseen" }));
  }));
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
    node("li", "", { class: alert ? "bad" : "good" }, node("b", capital(device)), node("span", alert ?? "works"))));
}

function showRunes({ devices, runes, clock: { now_s } }) {
  const counters = devices.find(({ device }) => device === "buttons")?.counters ?? {};
  const shown = RUNES.filter((rune) => `${rune} presses` in counters);
  const body = by("runes").tBodies[0];
  by("runes").hidden = !shown.length;
  if (body.rows.length !== shown.length) {
    body.replaceChildren(...shown.map((rune) => node("tr", "", {},
      node("th", "", { scope: "row", class: rune }, glyph(rune), node("span", capital(rune))),
      node("td"), node("td"), node("td"))));
  }
  shown.forEach((rune, index) => {
    const [, last, presses, noise] = body.rows[index].cells;
    const at = runes.pressed_s[rune];
    set(last, runes.held.includes(rune) ? "held" : at === undefined ? "–" : ago(now_s - at));
    set(presses, `${counters[`${rune} presses`]}`);
    set(noise, `${counters[`${rune} noise`]}`);
  });
}

async function showMap({ board, play, seq }) {
  by("map-card").hidden = !play;
  if (!play) return;
  if (!map) {
    const { HexMap } = await import("/web/hexmap.js");
    map ??= new HexMap(by("map"), { onCommand: (body, seen) => ask(`/api/v1/commands?seq=${seen}`, body) });
  }
  map.show({ board, play: isOperator ? play : { ...play, choices: [] }, seq });
}
