// The checklist: each item with its state, why, and what to do; most turn green by themselves.

import { ask } from "./console.js";
import { carryOut, say } from "./doing.js";
import { isSure } from "./hold.js";
import { follow } from "./line.js";
import { capital, glyph, node, set } from "./nodes.js";

const by = (id) => document.getElementById(id);
const MARKS = { good: ["✓", "green"], todo: ["○", "to do"], bad: ["!", "trouble"] };
const isOperator = Boolean(by("said"));
let game = null;

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
    game = all.game;
    if ("checklist" in changed) showItems(all.checklist);
    if ("screen" in changed) {
      by("screen").setAttribute("aria-label", `The screen says: ${all.screen.join(". ") || "nothing"}`);
      by("screen").replaceChildren(...all.screen.map((line) => node("p", line)));
    }
    if ("lights" in changed) {
      by("lights").replaceChildren(...all.lights.map(({ rune, level }) =>
        node("li", "", { class: `light ${rune} l${Math.round(level * 4)}` }, glyph(rune), node("span", rune, { class: "unseen" }))));
    }
  },
});

function showItems({ items, open }) {
  set(by("verdict"), open.length ? `Not green yet: ${open.join(", ")}` : "All green: the next group can come");
  by("verdict").classList.toggle("good", !open.length);
  by("items").replaceChildren(...items.map(({ name, title, grade, found, do: what }) => {
    const [mark, word] = MARKS[grade];
    const line = node("li", "", { class: grade, "data-item": name },
      node("span", mark, { class: "mark", "aria-hidden": "true" }),
      node("div", "", {}, node("b", title), node("span", ` (${word})`, { class: "unseen" }),
        node("p", `${capital(found)}.`), what ? node("p", `${capital(what)}.`, { class: "what" }) : null));
    if (name === "screen" && grade === "todo" && isOperator) {
      const seen = node("button", "It does", { type: "button", "aria-label": "The screen shows what it should" });
      seen.addEventListener("click", async () => say(await ask("/api/v1/checklist/screen", {}), "Good for today."));
      line.append(seen);
    }
    return line;
  }));
}

by("sweep")?.addEventListener("click", () => carryOut("sweep", {}, "Look and listen: a wave of light, three tones."));
by("reset")?.addEventListener("click", async () => {
  if (game && !game.is_over && !(await isSure(by("sure"), "A game is under way. End it and reset?"))) return;
  carryOut("reset", { sweep: true }, "Reset. Look and listen: a wave of light, three tones.");
});
