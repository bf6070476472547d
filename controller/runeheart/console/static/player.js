// The players' screen: draws what everybody at the table may see, as large as the screen allows.

import { clock, node, set } from "./nodes.js";
import { follow } from "./line.js";

const by = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
let timing = { leftS: null, atMs: 0, runs: false };
let map = null;

follow("/player/events", {
  onLink(link) {
    document.body.dataset.link = link;
    by("link").hidden = link === "live";
    set(by("link"), link === "live" ? "" : "⚡ …");
  },
  onLook(changed, all) {
    if ("game" in changed) showGame(all.game);
    if ("play" in changed || "board" in changed) showMap(all);
  },
});

function showGame(game) {
  document.body.dataset.phase = !game ? "idle" : game.is_over ? `over ${game.outcome}` : game.phase ?? "running";
  const hasClock = game?.left_s != null;
  by("idle").hidden = Boolean(game);
  by("play").hidden = !hasClock;
  if (!hasClock) return;
  timing = { leftS: game.left_s, atMs: performance.now(), runs: game.phase === "running" };
  showClock();
  by("places").replaceChildren(...game.slots.map((rune, index) =>
    node("li", "", { class: rune ? `rune ${rune}` : "open", "aria-label": `${index + 1}: ${rune ?? "?"}` }, rune && glyph(rune))));
  by("marks").replaceChildren(...Array.from({ length: game.max_mistakes }, (_, index) =>
    node("span", index < game.mistakes ? "✕" : "○", { class: index < game.mistakes ? "spent" : "" })));
  by("marks").setAttribute("aria-label", `${game.mistakes} / ${game.max_mistakes}`);
  by("hand").replaceChildren(...game.hand.map((card) => node("li", card.text)));
  by("hand").dataset.many = game.hand.length > 6 ? "yes" : "no";
}

function showClock() {
  const leftS = timing.runs ? Math.max(0, timing.leftS - (performance.now() - timing.atMs) / 1000) : timing.leftS;
  set(by("clock"), clock(leftS));
  by("clock").classList.toggle("late", timing.runs && leftS <= 30);
}
setInterval(() => timing.runs && document.body.dataset.link === "live" && showClock(), 200);

function glyph(rune) {
  const drawn = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "use");
  shape.setAttribute("href", `#shape-${rune}`);
  drawn.setAttribute("viewBox", "0 0 100 100");
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(shape);
  return drawn;
}

async function showMap({ board, play }) {
  by("map-card").hidden = !play;
  if (!play) return;
  if (!map) {
    const { HexMap } = await import("/web/hexmap.js");
    map ??= new HexMap(by("map"), { onCommand: async () => ({ result: "refused", why: "" }) });
  }
  map.show({ board, play });
}
