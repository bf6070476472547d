// A bubble at a space of the map: a menu, what lies there, or why something was refused. It stays in sight.

import { button, html } from "./nodes.js";

const HIGH = 26; // from the middle of a space to where a bubble begins, in units of the drawing

export class Bubble {
  #node = null;
  #at = null;

  // `sheet` carries the drawing and scrolls in the view's frame; `onClose` gets the space of a bubble that was closed.
  constructor(sheet, view, onClose) {
    Object.assign(this, { sheet, view, onClose });
    view.frame.addEventListener("scroll", () => this.#place(), { passive: true });
    view.frame.addEventListener("hm-zoom", () => this.close());
  }

  get isOpen() {
    return this.#node !== null;
  }

  get hasFocus() {
    return Boolean(this.#node?.contains(document.activeElement));
  }

  show(at, ...content) {
    this.close();
    const close = button("×", () => this.dismiss(), { class: "hm-button hm-close", "aria-label": "Close" });
    this.#node = html("div", { class: "hm-bubble" }, ...content, close);
    this.#at = at;
    this.sheet.append(this.#node);
    this.view.look(at);
    this.#place();
    return this.#node;
  }

  close() {
    this.#node?.remove();
    this.#node = null;
  }

  dismiss() {
    this.close();
    this.onClose(this.#at);
  }

  #place() {
    if (!this.#node) return;
    const { frame, scale } = this.view;
    this.#node.style.maxHeight = `${frame.clientHeight - 8}px`; // what is longer scrolls in itself
    const [x, y] = this.view.place(this.#at);
    const { offsetWidth: wide, offsetHeight: high } = this.#node;
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = frame;
    const above = y - high - HIGH * scale;
    const kept = (value, least, most) => Math.max(least, Math.min(most, value));
    this.#node.style.left = `${kept(x - wide / 2, left + 4, left + clientWidth - wide - 4)}px`;
    this.#node.style.top = `${kept(above < top + 4 ? y + HIGH * scale : above, top + 4, top + clientHeight - high - 4)}px`;
  }
}
