// How much of a map is seen: all of it, or larger and moved about in its frame. Hexes are never smaller than a thumb
// unless somebody asks for the whole map.

import { centre, HIGH, SIDE } from "./hexes.js";

const THUMB = matchMedia("(pointer: coarse)").matches ? 44 : 32; // CSS pixels; a mouse is finer
const STEP = 1.35;
const LARGEST = 3;
const MARGIN = 8;
const SLOP = 6; // CSS pixels that a mouse moves in a click

export class View {
  #scale = 0; // CSS pixels for a unit of the drawing; 0: as large as the frame asks for
  #seen = null;

  constructor(frame, drawing) {
    this.frame = frame;
    this.drawing = drawing;
    new ResizeObserver(() => this.#fit()).observe(frame);
    frame.addEventListener("pointerdown", (event) => this.#drag(event));
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  // Lay the frame around these spaces.
  around(spaces) {
    const middles = spaces.map((space) => centre(space.at));
    const xs = middles.map(([x]) => x);
    const ys = middles.map(([, y]) => y);
    const left = Math.min(...xs) - SIDE - MARGIN;
    const top = Math.min(...ys) - HIGH / 2 - MARGIN;
    this.box = { left, top, wide: Math.max(...xs) + SIDE + MARGIN - left, high: Math.max(...ys) + HIGH / 2 + MARGIN - top };
    this.drawing.setAttribute("viewBox", [left, top, this.box.wide, this.box.high].map((part) => part.toFixed(1)).join(" "));
    this.#scale = 0;
    this.#seen = null;
    this.#fit();
  }

  get scale() {
    return this.#scale || Math.max(this.#whole, THUMB / HIGH);
  }

  get canGrow() {
    return this.scale < LARGEST - 0.01;
  }

  get canShrink() {
    return this.scale > this.#whole + 0.001;
  }

  grow = () => this.#zoom(Math.min(LARGEST, this.scale * STEP));
  shrink = () => this.#zoom(Math.max(this.#whole, this.scale / STEP));
  whole = () => this.#zoom(this.#whole);

  // Where the middle of a space lies in the drawing, in CSS pixels.
  place(at) {
    const [x, y] = centre(at);
    return [(x - this.box.left) * this.scale, (y - this.box.top) * this.scale];
  }

  // Bring a space into sight; quietly, if it is there already.
  look(at, { always = false } = {}) {
    this.#seen = at;
    const [x, y] = this.place(at);
    const { clientWidth: wide, clientHeight: high } = this.frame;
    if (always || !this.#isIn(at, THUMB * 1.2)) this.frame.scrollTo({ left: x - wide / 2, top: y - high / 2, behavior: "instant" });
  }

  // Whether the middle of a space is in sight.
  sees(at) {
    return this.#isIn(at, 0);
  }

  #isIn(at, rim) {
    const [x, y] = this.place(at);
    const { clientWidth: wide, clientHeight: high, scrollLeft: left, scrollTop: top } = this.frame;
    return x > left + rim && x < left + wide - rim && y > top + rim && y < top + high - rim;
  }

  // A mouse moves the map by dragging, as a finger does by itself; the click that ends it means nothing else.
  #drag(start) {
    if (start.pointerType !== "mouse" || start.button !== 0) return;
    const { frame } = this;
    const [left, top] = [frame.scrollLeft, frame.scrollTop];
    const ends = new AbortController();
    const { signal } = ends;
    let isDragged = false;
    addEventListener("pointermove", (event) => {
      if (!event.buttons) return ends.abort(); // it was let go outside the window
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      isDragged ||= Math.hypot(x, y) > SLOP;
      if (isDragged) frame.scrollTo({ left: left - x, top: top - y, behavior: "instant" });
    }, { signal });
    addEventListener("click", (event) => {
      if (isDragged && frame.contains(event.target)) event.stopPropagation();
      ends.abort();
    }, { signal, capture: true });
    addEventListener("pointercancel", () => ends.abort(), { signal });
  }

  // A pinch on a touchpad comes as a wheel with Ctrl.
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    (event.deltaY < 0 ? this.grow : this.shrink)();
  }

  get #whole() {
    const wide = this.frame.clientWidth;
    const high = parseFloat(getComputedStyle(this.frame).maxHeight); // the frame is as high as the map, up to here
    if (!this.box || !wide || !high) return 1;
    return Math.min(wide / this.box.wide, high / this.box.high, LARGEST);
  }

  #zoom(scale) {
    const { frame } = this;
    const before = this.scale;
    const x = (frame.scrollLeft + frame.clientWidth / 2) / before;
    const y = (frame.scrollTop + frame.clientHeight / 2) / before;
    this.#scale = scale;
    this.#fit();
    frame.scrollTo({ left: x * scale - frame.clientWidth / 2, top: y * scale - frame.clientHeight / 2, behavior: "instant" });
  }

  #fit() {
    if (!this.box) return;
    this.drawing.setAttribute("width", (this.box.wide * this.scale).toFixed(1));
    this.drawing.setAttribute("height", (this.box.high * this.scale).toFixed(1));
    this.frame.classList.toggle("hm-fine", HIGH * this.scale < 40);
    if (this.#seen) this.look(this.#seen);
    this.frame.dispatchEvent(new Event("hm-zoom"));
  }
}
