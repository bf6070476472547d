// The players' screen: draws what everybody at the table may see, as large as the screen allows.

import { Countdown, glyph, node, set } from "./nodes.js";
import { follow } from "./line.js";

const by = (id) => document.getElementById(id);
let map = null;
const countdown = new Countdown((left, late) => {
  by("play").hidden = left === null;
  set(by("clock"), left ?? "");
  by("clock").classList.toggle("late", late);
}, () => document.body.dataset.link === "live");

follow("/player/events", {
  onLink(link) {
    document.body.dataset.link = link;
    by("link").hidden = link === "live";
    set(by("link"), link === "live" ? "" : "⚡ …");
  },
  onLook(changed, all) {
    if ("game" in changed) showGame(all.game);
    if ("clock" in changed) countdown.follow(all.clock);
    if ("play" in changed || "board" in changed) showMap(all);
  },
});

function showGame(game) {
  document.body.dataset.phase = !game ? "idle" : game.is_over ? `over ${game.outcome}` : game.phase ?? "running";
  by("idle").hidden = Boolean(game);
  if (!game?.slots) return;
  by("places").replaceChildren(...game.slots.map((rune, index) =>
    node("li", "", { class: rune ? `rune ${rune}` : "open", "aria-label": `${index + 1}: ${rune ?? "?"}` }, rune && glyph(rune))));
  by("marks").replaceChildren(...Array.from({ length: game.max_mistakes }, (_, index) =>
    node("span", index < game.mistakes ? "✕" : "○", { class: index < game.mistakes ? "spent" : "" })));
  by("marks").setAttribute("aria-label", `${game.mistakes} / ${game.max_mistakes}`);
  by("hand").replaceChildren(...game.hand.map((card) => node("li", card.text)));
  by("hand").dataset.many = game.hand.length > 6 ? "yes" : "no";
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
