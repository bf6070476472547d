// What lies on a map and moves, and the traces it leaves. A shape or a letter tells each apart, not only its colour.

import { angle, centre, key, SIDE } from "./hexes.js";
import { put, svg } from "./nodes.js";

const SMALL = ["infiltrated", "jewel", "cultist"]; // what lies beside the others, not among them
const GEMS = {
  green: "M0 -12 L12 9 H-12 Z",
  yellow: "M-10 -10 H10 V10 H-10 Z",
  blue: "M0 -12 L10.5 -6 V6 L0 12 L-10.5 6 V-6 Z",
  red: "M0 -13 L12 0 L0 13 L-12 0 Z",
};
const PLACES = { 1: [[0, 0, 1]], 2: [[-15, 2, 0.8], [15, 2, 0.8]], 3: [[0, -15, 0.68], [-17, 10, 0.68], [17, 10, 0.68]] };
const RING = [[-18, -12], [18, -12], [-18, 12], [18, 12], [0, 0], [0, -24], [0, 24]].map(([x, y]) => [x, y, 0.56]);

export class Pieces {
  #nodes = new Map(); // id -> { node, look }

  constructor(layer) {
    this.layer = layer;
  }

  // Show the pieces; one that stays is moved, not made anew. `moved` puts some elsewhere for a moment.
  show(pieces, { spaces, moved = new Map(), about = [] }) {
    const at = (piece) => moved.get(piece.id) ?? piece.at;
    const crowds = grouped(pieces, (piece) => key(at(piece)));
    const gone = new Set(this.#nodes.keys());
    for (const piece of pieces) {
      gone.delete(piece.id);
      const slot = slotOf(piece, crowds.get(key(at(piece))), spaces.get(key(at(piece))));
      this.#put(piece, at(piece), slot, { moved: moved.has(piece.id), about: about.includes(piece.id) });
    }
    for (const id of gone) {
      this.#nodes.get(id).node.remove();
      this.#nodes.delete(id);
    }
  }

  #put(piece, at, [x, y, scale], { moved, about }) {
    const look = JSON.stringify({ ...piece, at: 0, name: 0 });
    let known = this.#nodes.get(piece.id);
    if (known?.look !== look) {
      const node = svg("g", { class: `hm-piece hm-is-${piece.kind}`, "data-piece": piece.id }, svg("g", {}, ...DRAWN[piece.kind](piece)));
      if (piece.kind === "cult" && piece.bearing) node.prepend(bearing(piece.bearing));
      if (known) {
        known.node.replaceWith(node);
        node.style.transform = known.node.style.transform;
      } else this.layer.append(node);
      known = { node, look };
      this.#nodes.set(piece.id, known);
    }
    const [cx, cy] = centre(at);
    known.node.style.transform = `translate(${cx.toFixed(2)}px, ${cy.toFixed(2)}px)`;
    put(known.node.lastChild, "transform", `translate(${x} ${y}) scale(${scale})`);
    known.node.classList.toggle("hm-ghost", moved);
    known.node.classList.toggle("hm-about", about);
  }
}

function grouped(list, by) {
  const groups = new Map();
  for (const one of list) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function slotOf(piece, crowd, space) {
  const large = crowd.filter((other) => !SMALL.includes(other.kind));
  if (piece.kind === "infiltrated") return [24, -19, 1];
  if (SMALL.includes(piece.kind)) return large.length || space?.town ? [-23, -17, 0.72] : [0, 0, 1];
  if (large.length === 1 && crowd.some(({ kind }) => kind === "jewel" || kind === "cultist")) return [8, 5, 0.85];
  const places = PLACES[large.length] ?? RING;
  return places[Math.min(large.indexOf(piece), places.length - 1)];
}

function bearing(ahead) {
  const arrows = [-60, 60, 0].map((side) =>
    svg("path", {
      class: side ? "hm-bearing hm-side" : "hm-bearing",
      d: side ? "M26 -5 L33 0 L26 5" : "M25 -8 L36 0 L25 8 Z",
      transform: `rotate(${angle(ahead) + side})`,
    }));
  return svg("g", { class: "hm-bearings" }, ...arrows);
}

// A Brood grows thorns with its Charge: nearly round at 1, a star at 4; and shows as many dots.
function brood({ label, charge, prevented }) {
  const tips = 10;
  const inner = [0, 19.5, 18.5, 17.5, 16.5][charge];
  const outer = [0, 20.5, 23, 26, 29.5][charge];
  const star = Array.from({ length: 2 * tips }, (_, index) => {
    const turn = (Math.PI * index) / tips;
    const radius = index % 2 ? inner : outer;
    return `${(radius * Math.sin(turn)).toFixed(1)},${(-radius * Math.cos(turn)).toFixed(1)}`;
  });
  const dots = [0, 1, 2, 3].map((place) =>
    svg("circle", { class: place < charge ? "hm-lit" : "hm-unlit", cx: -9 + 6 * place, cy: 8.5, r: 2.4 }));
  return [
    svg("polygon", { class: `hm-body hm-charge-${charge}`, points: star.join(" ") }),
    svg("circle", { class: "hm-core", r: 14.5 }),
    svg("text", { class: "hm-label", y: 3 }, label),
    ...dots,
    ...(prevented ? kept(prevented) : []),
  ];
}

function kept(times) {
  return [
    svg("path", { class: "hm-shield", d: "M12 -24 L22 -27 L32 -24 C32 -14 28 -10 22 -7 C16 -10 12 -14 12 -24 Z" }),
    svg("text", { class: "hm-times", x: 22, y: -13.5 }, times > 1 ? String(times) : "✓"),
  ];
}

const DRAWN = {
  brood,
  you: () => [
    svg("circle", { class: "hm-glow", r: 22 }),
    svg("path", { class: "hm-pawn", d: "M-13 18 C-13 10 -6 8 -5 0 H-8 V-4 H-4 A8.5 8.5 0 1 1 4 -4 H8 V0 H5 C6 8 13 10 13 18 Z" }),
  ],
  cult: () => [
    svg("path", { class: "hm-robe", d: "M0 -21 C11 -20 14 -8 19 18 H-19 C-14 -8 -11 -20 0 -21 Z" }),
    svg("path", { class: "hm-hood", d: "M0 -15 C7 -14 8 -6 0 0 C-8 -6 -7 -14 0 -15 Z" }),
    svg("path", { class: "hm-rune", d: "M0 2 V15 M-5 6 L0 2 L5 6 M-4 15 H4" }),
  ],
  hero: ({ label, seat = 0, current }) => [
    svg("path", { class: `hm-crest hm-seat-${seat}`, d: "M-17 -17 H17 V2 C17 12 8 18 0 21 C-8 18 -17 12 -17 2 Z" }),
    svg("text", { class: "hm-label", y: label.length > 1 ? 5 : 7 }, label),
    ...(current ? [svg("path", { class: "hm-crown", d: "M-10 -20 L-12 -30 L-5 -25 L0 -33 L5 -25 L12 -30 L10 -20 Z" })] : []),
  ],
  infiltrated: () => [
    svg("circle", { class: "hm-taken", r: 10 }),
    svg("path", { class: "hm-taken-mark", d: "M-6 0 Q0 -6 6 0 Q0 6 -6 0 Z M0 -1.8 A1.8 1.8 0 1 1 -0.01 -1.8 Z" }),
  ],
  jewel: ({ label, colour }) => [
    svg("path", { class: `hm-gem hm-${colour}`, d: GEMS[colour] }),
    svg("text", { class: "hm-letter", y: colour === "green" ? 6.5 : 4.5 }, label),
  ],
  cultist: ({ label, colour }) => [
    svg("path", { class: `hm-gem hm-${colour}`, d: "M0 -16 C8 -15 9 -5 14 14 H-14 C-9 -5 -8 -15 0 -16 Z" }),
    svg("path", { class: "hm-face", d: "M0 -12 C5 -11 6 -5 0 -1 C-6 -5 -5 -11 0 -12 Z" }),
    svg("text", { class: "hm-letter", y: 11.5 }, label),
  ],
};

// What happened on a space is drawn there; a way is a line from space to space that ends before the middle.
export function traceOf({ kind, to, origin, age = 0 }) {
  const [x, y] = centre(to);
  const look = { class: `hm-trace hm-trace-${kind} hm-age-${age}` };
  if (!origin) return svg("path", { ...look, d: HAPPENED[kind], transform: `translate(${x} ${y})` });
  const [fromX, fromY] = centre(origin);
  const length = Math.hypot(x - fromX, y - fromY);
  const back = Math.min(SIDE * 0.62, length / 3);
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [endX, endY] = [x - dx * back, y - dy * back];
  const wing = (side) => `${(endX - 7 * dx + side * 5 * dy).toFixed(1)} ${(endY - 7 * dy - side * 5 * dx).toFixed(1)}`;
  return svg("path", { ...look, d: `M${fromX} ${fromY} L${endX} ${endY} M${wing(1)} L${endX} ${endY} L${wing(-1)}` });
}

const HAPPENED = {
  spawned: "M-29 0 A29 29 0 0 1 0 -29 M29 0 A29 29 0 0 1 0 29 M-33 -22 H-23 M-28 -27 V-17",
  destroyed: "M-13 -13 L13 13 M-13 13 L13 -13",
  discharged: "M0 -34 V-27 M0 27 V34 M-29 -17 L-23 -13.5 M23 13.5 L29 17 M-29 17 L-23 13.5 M23 -13.5 L29 -17",
  ritual: "M-30 0 A30 30 0 1 1 30 0 A30 30 0 1 1 -30 0 M-24 0 A24 24 0 1 1 24 0 A24 24 0 1 1 -24 0",
};
