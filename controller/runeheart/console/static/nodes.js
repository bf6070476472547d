// Small helpers for building pages; text only ever goes in as text.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element with text, attributes and children; null children are left out. */
export function node(name, text = "", attributes = {}, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter(Boolean));
  return made;
}

/** Put a text in place, only if it is another one: what did not change is not read out again. */
export function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Draw a shape of runes.svg; the words for it are beside it. */
export function glyph(name) {
  const drawn = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "use");
  shape.setAttribute("href", `#shape-${name}`);
  drawn.setAttribute("viewBox", "0 0 100 100");
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("class", "glyph");
  drawn.append(shape);
  return drawn;
}

/** Seconds as m:ss. */
export function clock(seconds) {
  const whole = Math.ceil(seconds - 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** How long ago, in words. */
export function ago(seconds) {
  if (seconds < 2) return "now";
  if (seconds < 60) return `${Math.round(seconds)} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  return `${Math.round(seconds / 3600)} h ago`;
}

/** A word with a capital. */
export function capital(word) {
  return word ? word[0].toUpperCase() + word.slice(1) : "";
}

/** A clock that goes on by itself between two tellings; `show(left, late)` draws it, null where there is none. */
export class Countdown {
  #leftS = null;
  #atMs = 0;
  #runs = false;

  constructor(show, isLive) {
    this.show = show;
    setInterval(() => this.#runs && isLive() && this.draw(), 200);
  }

  follow(told) {
    this.#leftS = told?.left_s ?? null;
    this.#runs = Boolean(told?.runs);
    this.#atMs = performance.now();
    this.draw();
  }

  draw() {
    if (this.#leftS === null) return this.show(null, false);
    const leftS = this.#runs ? Math.max(0, this.#leftS - (performance.now() - this.#atMs) / 1000) : this.#leftS;
    this.show(clock(leftS), this.#runs && leftS <= 30);
  }
}
