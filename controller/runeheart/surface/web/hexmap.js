// A game with a board on a page: its map, what it asks, every command by clicking, and the log. It draws what
// surface/maps.py says and knows neither the rules nor the page around it.
//
//   const map = new HexMap(element, { onCommand });
//   map.show({ board, play, seq });   // again after each change; a board that is left out stays
//
// `onCommand(body, seq)` is called with a command of play.md and the `seq` that was shown when it was chosen, and
// returns a promise of { result, why }. Why something was refused is shown where it was clicked.

import { Bubble } from "./bubble.js";
import { Form } from "./form.js";
import { oneByOne } from "./gesture.js";
import { groundOf, hasName, nameOf } from "./ground.js";
import { centre, key, neighbour, outline, points, same } from "./hexes.js";
import { Hand } from "./hand.js";
import { button, html, put, say, svg } from "./nodes.js";
import { Pieces, traceOf } from "./pieces.js";
import { Story } from "./story.js";
import { View } from "./view.js";

const MANY = 3; // more things than these that can be done at a space are counted in the visible line
const ARROWS = { ArrowUp: ["N"], ArrowDown: ["S"], ArrowRight: ["SE", "NE"], ArrowLeft: ["SW", "NW"] };

export class HexMap {
  spaces = new Map(); // "q,r" -> space
  pieces = [];
  #play = null;
  #seq = undefined; // how much was done in the game when this was shown
  #nodes = new Map(); // "q,r" -> the node of a space that is clicked
  #here = null; // the space that the keyboard is on
  #form = null;
  #sending = false;
  #toldOf = null; // the space that was looked at last
  #drawn = {};

  constructor(root, { onCommand }) {
    this.onCommand = onCommand;
    root.classList.add("hexmap");
    this.#layers = Object.fromEntries(["ground", "traces", "pieces", "names", "way", "places"].map((name) => [name, svg("g", { class: `hm-${name}` })]));
    this.drawing = svg("svg", { class: "hm-drawing", role: "group", "aria-label": "The map. Arrow keys go from space to space, Enter chooses." }, ...Object.values(this.#layers));
    this.sheet = html("div", { class: "hm-sheet" }, this.drawing);
    this.frame = html("div", { class: "hm-frame" }, this.sheet);
    this.asked = html("p", { class: "hm-asked", role: "status" });
    this.told = html("p", { class: "hm-told", "aria-hidden": "true" });
    this.#figures = new Pieces(this.#layers.pieces);
    this.#view = new View(this.frame, this.drawing);
    this.#bubble = new Bubble(this.sheet, this.#view, (where) => this.#goto(where));
    this.#hand = new Hand({ onChoice: (choice, node) => this.#run(choice, { node }) });
    this.#story = new Story();
    root.replaceChildren(html("div", { class: "hm-table" },
      html("div", { class: "hm-column hm-seen" },
        html("div", { class: "hm-stage" }, this.asked, this.frame, html("div", { class: "hm-below" }, this.told, this.#zoom())),
        html("div", { class: "hm-known" }, this.#story.facts, this.#story.sheets)),
      html("div", { class: "hm-column" }, this.#hand.node, this.#story.log),
    ));
    this.#listen(root);
  }

  #layers;
  #figures;
  #view;
  #bubble;
  #hand;
  #story;

  show({ board, play, seq }) {
    if (board && board !== this.#drawn.board) this.#drawBoard(board);
    if (!play) return;
    const before = this.#play;
    this.#play = play;
    this.pieces = play.pieces ?? [];
    say(this.asked, play.asked);
    this.asked.classList.toggle("hm-over", Boolean(play.over));
    this.#story.show(play);
    const isOther = JSON.stringify(play.choices) !== JSON.stringify(before?.choices);
    const isNew = isOther || seq !== this.#seq; // the next question may read the same
    const had = this.#hand.node.contains(document.activeElement);
    const begun = isNew && !this.#sending && this.#form?.isBegun ? this.#form : null;
    if (isNew) this.#begin();
    if (begun) this.#goOn(begun);
    this.#seq = seq;
    this.#drawPlay(before);
    if (isNew) this.#lookAtAsked();
    if (had && this.#here && document.activeElement === document.body) this.#goto(this.#here); // nothing more to do
  }

  // Lay out what can be done now; what was being entered is dropped.
  #begin() {
    this.#bubble.close();
    this.#form = null;
    const choices = this.#play.choices ?? [];
    this.#hand.show(choices);
    const open = choices.find((choice) => choice.open);
    if (open) this.#open(open);
  }

  // Somebody else went on while something was entered here: it stays if it is still possible as it was.
  #goOn(form) {
    const again = this.#play.choices?.find((choice) => !choice.open && JSON.stringify(choice) === JSON.stringify(form.choice));
    if (!again) {
      this.#hand.refuse(null, `Somebody else went on: what was entered for ${named(form.choice)} is gone.`);
      return;
    }
    this.#open(again);
    this.#form.values = form.values;
    this.#form.render();
  }

  nameOf(at) {
    const space = this.spaces.get(key(at));
    return space.town ? `${space.name} ${space.town}` : space.name;
  }

  #zoom() {
    const shrink = button("−", this.#view.shrink, { "aria-label": "Smaller" });
    const whole = button("All", this.#view.whole, { "aria-label": "The whole map" });
    const grow = button("+", this.#view.grow, { "aria-label": "Larger" });
    this.frame.addEventListener("hm-zoom", () => {
      shrink.disabled = whole.disabled = !this.#view.canShrink;
      grow.disabled = !this.#view.canGrow;
    });
    return html("div", { class: "hm-zoom", role: "group", "aria-label": "Size of the map" }, shrink, whole, grow);
  }

  // Drawing

  #drawBoard(board) {
    this.#drawn = { board };
    this.spaces = new Map(board.spaces.map((space) => [key(space.at), space]));
    this.#nodes = new Map(board.spaces.map((space) => [key(space.at), this.#place(space)]));
    this.#layers.ground.replaceChildren(...board.spaces.map((space) => at(space.at, groundOf(space, this.spaces))));
    this.#layers.names.replaceChildren(...board.spaces.filter(hasName).map((space) => at(space.at, nameOf(space))));
    this.#layers.places.replaceChildren(...this.#nodes.values());
    this.#here = this.#toldOf = null;
    say(this.told, "");
    this.#view.around(board.spaces);
  }

  #place(space) {
    const [x, y] = centre(space.at);
    return svg("g", { class: "hm-space", "data-at": key(space.at), role: "button", tabindex: -1, transform: `translate(${x} ${y})` },
      svg("polygon", { class: "hm-hit", points: outline() }), ...["hm-under", "hm-mark"].map((name) => svg("polygon", { class: name, points: outline(34) })));
  }

  #drawPlay(before) {
    const play = this.#play;
    const moved = this.#form?.moved ?? new Map();
    this.#figures.show(this.pieces, { spaces: this.spaces, moved, about: play.about ?? [] });
    if (JSON.stringify(play.traces) !== JSON.stringify(before?.traces)) {
      this.#layers.traces.replaceChildren(...(play.traces ?? []).map(traceOf));
    }
    this.#drawWay();
    this.#drawPlaces();
    const focus = this.pieces.find((piece) => piece.kind === "you" || piece.kind === "cult");
    const was = before?.pieces?.find((piece) => piece.id === focus?.id);
    if (focus && !(was && same(was.at, focus.at))) this.#view.look(focus.at);
    if (focus && !this.#here) this.#goto(focus.at, { quiet: true });
  }

  #drawWay() {
    const way = this.#form?.path ?? [];
    const line = way.length > 1 ? [svg("polyline", { points: points(way.map(centre)) })] : [];
    const ends = way.slice(1).map((here) => at(here, svg("circle", { r: 6 })));
    this.#layers.way.replaceChildren(...line, ...ends);
  }

  #drawPlaces() {
    const places = new Map();
    const add = (where, label) => places.set(key(where), [...(places.get(key(where)) ?? []), label]);
    if (this.#form?.places.length) for (const { at: where, label } of this.#form.places) add(where, label ?? "on the way");
    else for (const choice of this.#play.choices ?? []) {
      const where = this.#placeOf(choice);
      if (where) add(where, choice.piece ? named(choice) : choice.label); // of several heroes it is said who
    }
    const lying = new Map();
    for (const piece of this.pieces) lying.set(key(piece.at), [...(lying.get(key(piece.at)) ?? []), piece.name]);
    for (const [name, node] of this.#nodes) {
      const can = places.get(name);
      put(node, "data-can", can ? "" : null);
      const lies = [...described(this.spaces.get(name)), ...(lying.get(name) ?? [])];
      put(node, "aria-label", [...lies, ...(can ? [`Choose: ${can.join(" or ")}`] : [])].join(", "));
      put(node, "data-told", can?.length > MANY ? [...lies, `${can.length} things can be done here`].join(", ") : null);
    }
    this.#tell(this.#toldOf);
  }

  // Bring what can be chosen, or what the question is about, into sight, unless some of it is.
  #lookAtAsked() {
    const about = this.pieces.filter((piece) => this.#play.about?.includes(piece.id)).map((piece) => piece.at);
    const offered = this.#form?.places.length ? this.#form.places.map((place) => place.at) : (this.#play.choices ?? []).map((choice) => this.#placeOf(choice)).filter(Boolean);
    const asked = offered.length ? offered : about;
    if (asked.length && !asked.some((where) => this.#view.sees(where))) this.#view.look(asked[0]);
  }

  #placeOf(choice) {
    return choice.at ?? this.pieces.find((piece) => piece.id === choice.piece)?.at;
  }

  // Hands

  #listen(root) {
    oneByOne(root, () => this.#seq);
    this.drawing.addEventListener("click", (event) => {
      const node = event.target.closest(".hm-space");
      if (!node) return;
      this.#goto(node.dataset.at.split(",").map(Number), { quiet: true });
      this.#choose(this.#here);
    });
    this.drawing.addEventListener("pointerover", (event) => this.#tell(event.target.closest(".hm-space")));
    this.drawing.addEventListener("focusin", (event) => this.#tell(event.target.closest(".hm-space")));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  // What the page around does with keys is not meant here.
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.code === "Space" || event.code === "Enter") event.stopPropagation();
    if (event.code === "Escape" && this.#bubble.isOpen) this.#bubble.dismiss();
    const onMap = event.target.closest(".hm-space");
    if (!onMap) return;
    if (event.code === "Space" || event.code === "Enter") {
      event.preventDefault();
      this.#choose(this.#here);
    } else if (event.code === "Home") {
      const focus = this.pieces.find((piece) => piece.kind === "you" || piece.kind === "cult");
      if (focus) this.#goto(focus.at);
    } else if (ARROWS[event.code]) {
      event.preventDefault();
      const ways = ARROWS[event.code];
      const level = this.#here[0] % 2 ? [...ways].reverse() : ways; // to and fro: a row stays a row
      const to = level.map((direction) => neighbour(this.#here, direction)).find((there) => this.spaces.has(key(there)));
      if (to) this.#goto(to);
    }
  }

  #goto(where, { quiet = false } = {}) {
    if (this.#here) put(this.#nodes.get(key(this.#here)), "tabindex", -1);
    this.#here = where;
    const node = this.#nodes.get(key(where));
    put(node, "tabindex", 0);
    if (quiet) return;
    node.focus({ preventScroll: true });
    this.#view.look(where);
  }

  #tell(node) {
    if (!node) return;
    this.#toldOf = node;
    say(this.told, node.dataset.told ?? node.getAttribute("aria-label"));
  }

  #choose(where) {
    if (this.#form?.places.length) {
      if (this.#form.click(where)) return;
      this.#bubble.show(where, html("p", {}, "Not here. ", this.#form.choice.label, " goes where the map shows it."));
      return;
    }
    const choices = (this.#play.choices ?? []).filter((choice) => {
      const place = this.#placeOf(choice);
      return place && same(place, where);
    });
    if (choices.length === 1) this.#run(choices[0], { at: where });
    else if (choices.length) {
      const menu = choices.map((choice) => button(named(choice), () => this.#run(choice, { at: where })));
      this.#bubble.show(where, ...menu).querySelector("button").focus();
    } else this.#bubble.show(where, html("p", {}, this.#nodes.get(key(where)).getAttribute("aria-label")));
  }

  #run(choice, place) {
    const had = this.#bubble.hasFocus;
    this.#bubble.close();
    if (had && place.at) this.#goto(place.at); // the keyboard goes on from there
    if (!choice.fields?.length) {
      this.#send(choice.body, place);
      return;
    }
    this.#open(choice);
    this.#form.first()?.focus({ preventScroll: Boolean(place.at) });
  }

  #open(choice) {
    const isOnly = choice.open && this.#play.choices.length === 1;
    this.#form = new Form(choice, this, {
      onChange: () => this.#drawPlay(this.#play),
      onSend: (body) => this.#send(body, { node: this.#form.node }),
      onCancel: isOnly ? null : () => {
        this.#begin();
        this.#drawPlay(this.#play);
      },
    });
    this.#hand.open(this.#form.node, choice);
    this.#drawPlay(this.#play);
  }

  async #send(body, place) {
    if (this.#sending) return;
    const form = this.#form;
    this.#sending = true;
    this.#hand.busy(true);
    const answer = await this.onCommand(body, this.#seq);
    this.#sending = false;
    this.#hand.busy(false);
    if (answer.result === "refused") {
      if (place.at) this.#bubble.show(place.at, html("p", { role: "alert" }, answer.why));
      else this.#hand.refuse(place.node, answer.why);
    } else if (form && form === this.#form) {
      this.#begin(); // the same can be done again
      this.#drawPlay(this.#play);
    }
  }
}

// A choice by the hero or the question that it belongs to.
const named = (choice) => (choice.group ? `${choice.group}: ${choice.label}` : choice.label);

function at(where, ...nodes) {
  const [x, y] = centre(where);
  return svg("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` }, ...nodes);
}

function described(space) {
  const town = space.town ? [`the town ${space.town}`] : [];
  return [space.name, ...town, ...(space.signs ?? []).map((sign) => (sign === "mother" ? "Mother" : sign)), ...(space.ground ?? [])];
}
