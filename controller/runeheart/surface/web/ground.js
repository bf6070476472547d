// What never changes on a map: spaces with their terrain, towns, signs and numbers. Terrain has a colour and a drawing.

import { corner, DIRECTIONS, HIGH, key, neighbour, outline, points, SIDE, angle } from "./hexes.js";
import { svg } from "./nodes.js";

const LINES = ["river", "road"]; // drawn from space to space, the lower one first
const KNOWN = ["forest", "hills", "mountains", "plains", "swamp"];

// Small drawings around a middle of their own, about 16 units wide.
const MARKS = {
  forest: "M0 -9 L5 -1 H2 L6 6 H1 V9 H-1 V6 H-6 L-2 -1 H-5 Z",
  hills: "M-9 5 Q-4 -6 1 5 M-1 2 Q4 -5 9 5",
  mountains: "M-10 7 L-3 -8 L1 0 L4 -4 L10 7 M-5 -3 L-3 -1 L-1 -4",
  plains: "M-7 4 V0 M-4 4 V-2 M-1 4 V1 M3 2 V-3 M6 2 V-1 M9 2 V0",
  swamp: "M-9 4 H-1 M1 4 H8 M-5 1 V-6 M-2 2 L1 -5 M5 1 V-5 M-3 -6 H-7",
};

export function groundOf(space, all) {
  const fields = (space.ground ?? []).filter((word) => !LINES.includes(word));
  const lines = LINES.filter((word) => space.ground?.includes(word));
  const node = svg("g", { class: "hm-ground" });
  const shapes = sectors(Math.min(fields.length, 3));
  node.append(svg("polygon", { class: `hm-base ${fields.length ? "" : lines.length ? "hm-open" : `hm-floor hm-floor-${tone(space.at)}`}`, points: outline() }));
  shapes.forEach((shape, index) => node.append(sector(fields[index], shape, shapes.length, space.at)));
  for (const word of lines) node.append(line(word, space, all));
  node.append(svg("polygon", { class: "hm-rim", points: outline() }));
  node.append(svg("text", { class: "hm-number", y: -HIGH / 2 + 11 }, space.name));
  const odd = (space.ground ?? []).filter((word) => !LINES.includes(word) && !KNOWN.includes(word));
  if (odd.length) node.append(svg("text", { class: "hm-odd", y: HIGH / 2 - 15 }, odd.join(" ").slice(0, 14)));
  for (const sign of space.signs ?? []) node.append(...(SIGNS[sign]?.() ?? []));
  if (space.jewel) node.append(svg("circle", { class: "hm-setting", r: 11 }));
  if (space.town) node.append(...town());
  return node;
}

// A number from 0 to 4 that looks like chance, and is always the same.
const tone = ([q, r]) => ((((q * 7 + r * 13) % 5) + 5) * 3) % 5;

function sectors(count) {
  const at = [0, 1, 2, 3, 4, 5].map((index) => corner(index));
  const middle = [0, 0];
  if (count <= 1) return count ? [{ edge: at, marks: [[-19, -12], [19, -12], [0, 23]] }] : [];
  if (count === 2) {
    return [
      { edge: [at[3], at[4], at[5], at[0]], marks: [[-18, -17], [18, -17]] },
      { edge: [at[0], at[1], at[2], at[3]], marks: [[-17, 18], [17, 18]] },
    ];
  }
  return [
    { edge: [middle, at[5], at[0], at[1]], marks: [[24, 0]] },
    { edge: [middle, at[1], at[2], at[3]], marks: [[-10, 21]] },
    { edge: [middle, at[3], at[4], at[5]], marks: [[-12, -20]] },
  ];
}

function sector(word, { edge, marks }, count, [q, r]) {
  const known = KNOWN.includes(word) ? word : "other";
  const node = svg("g", { class: `hm-terrain hm-${known}` }, svg("polygon", { points: points(edge) }));
  marks.forEach(([x, y], index) => {
    const lean = tone([q, r + index]) - 2; // not all in a row
    if (MARKS[word]) node.append(svg("path", { d: MARKS[word], transform: `translate(${x + lean} ${y - lean / 2})` }));
  });
  if (count === 1 && known === "other") node.append(svg("circle", { class: "hm-dot", r: 2, cx: 0, cy: 22 }));
  return node;
}

// A way from the middle to each neighbour that has it too; across the space where none has.
function line(word, space, all) {
  const to = DIRECTIONS.filter((direction) => all.get(key(neighbour(space.at, direction)))?.ground?.includes(word));
  const ends = (to.length ? to : ["NW", "SE"]).map((direction) => {
    const turn = (angle(direction) * Math.PI) / 180;
    const far = to.length ? HIGH / 2 : HIGH / 3;
    return [far * Math.cos(turn), far * Math.sin(turn)];
  });
  const bend = word === "river" ? 5 : -3;
  const d = ends.map(([x, y]) => `M0 0 Q${(x / 2 - y / HIGH * bend).toFixed(1)} ${(y / 2 + x / HIGH * bend).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`);
  return svg("g", { class: `hm-line hm-${word}` }, svg("path", { class: "hm-bed", d: d.join("") }), svg("path", { d: d.join("") }));
}

function town() {
  const roofs = "M-13 2 V-5 L-7 -11 L-1 -5 V2 Z M1 2 V-9 L7 -15 L13 -9 V2 Z";
  return [svg("path", { class: "hm-town", d: roofs, transform: "translate(0 -8)" })];
}

// Names lie above everything else, so that no piece hides one.
export const hasName = (space) => Boolean(space.town || space.signs?.some((sign) => NAMES[sign]));

export function nameOf(space) {
  const name = space.town || space.signs.map((sign) => NAMES[sign]).find(Boolean);
  return svg("text", { class: "hm-name", y: HIGH / 2 - 4 }, name.length > 16 ? `${name.slice(0, 15)}…` : name);
}

const NAMES = { mother: "Mother", start: "Start" };

const SIGNS = {
  mother: () => [
    svg("circle", { class: "hm-lair", r: SIDE * 0.72 }),
    ...[0, 60, 120, 180, 240, 300].map((turn) =>
      svg("path", { class: "hm-petal", d: "M0 -9 Q9 -19 0 -29 Q-9 -19 0 -9", transform: `rotate(${turn})` })),
    svg("path", { class: "hm-eye", d: "M-11 0 Q0 -10 11 0 Q0 10 -11 0 Z" }),
    svg("circle", { class: "hm-pupil", r: 3.4 }),
  ],
  start: () => [
    svg("path", { class: "hm-door", d: "M-12 15 V-4 A12 12 0 0 1 12 -4 V15 M-7 15 V-3 A7 7 0 0 1 7 -3 V15" }),
  ],
  forge: () => [svg("path", { class: "hm-flame", d: "M0 -8 C7 -2 8 4 4 9 C5 4 1 2 1 -1 C-1 3 -5 5 -3 9 C-9 4 -6 -3 0 -8 Z", transform: "translate(0 -30) scale(.8)" })],
};
