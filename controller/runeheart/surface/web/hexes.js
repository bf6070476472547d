// Flat-top hexes in axial coordinates [q, r], y downward. Knows no board.

export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];
export const SIDE = 40; // of a hex, in units of the drawing
export const HIGH = SIDE * Math.sqrt(3);

const OFFSETS = { N: [0, -1], NE: [1, -1], SE: [1, 0], S: [0, 1], SW: [-1, 1], NW: [-1, 0] };

export const key = ([q, r]) => `${q},${r}`;
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];
export const neighbour = ([q, r], direction) => [q + OFFSETS[direction][0], r + OFFSETS[direction][1]];
export const angle = (direction) => -90 + 60 * DIRECTIONS.indexOf(direction); // degrees, clockwise from east
export const centre = ([q, r]) => [1.5 * q * SIDE, HIGH * (r + q / 2)];

export function distance([q, r], [otherQ, otherR]) {
  const dq = q - otherQ;
  const dr = r - otherR;
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

// Corner 0 lies in the east, then clockwise.
export function corner(index, radius = SIDE) {
  const turn = (Math.PI / 3) * index;
  return [radius * Math.cos(turn), radius * Math.sin(turn)];
}

export const outline = (radius = SIDE) => points([0, 1, 2, 3, 4, 5].map((index) => corner(index, radius)));
export const points = (list) => list.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

// The shortest way over spaces from one to another, without the first; null when there is none.
export function way(spaces, from, to) {
  const cameFrom = new Map([[key(from), null]]);
  const queue = [from];
  for (const at of queue) {
    if (same(at, to)) {
      const found = [];
      for (let here = at; here && !same(here, from); here = cameFrom.get(key(here))) found.unshift(here);
      return found;
    }
    for (const direction of DIRECTIONS) {
      const beside = neighbour(at, direction);
      if (spaces.has(key(beside)) && !cameFrom.has(key(beside))) {
        cameFrom.set(key(beside), at);
        queue.push(beside);
      }
    }
  }
  return null;
}
