// Hands on the buttons: mouse, pen, any number of fingers, and keys. A button is down as long as anything holds it.
// What is told of a press is when the hand did it, not when this page came round to it.

const KEYS = { 1: "nature", 2: "fire", 3: "water", 4: "storm", 5: "moon", 6: "sun", 7: "heart" };

export class Hands {
  #holds = new Map(); // what holds (a pointer, a key) -> the button it holds

  constructor(root, onPress) {
    this.onPress = onPress;
    this.buttons = new Map([...root.querySelectorAll("[data-button]")].map((node) => [node.dataset.button, node]));
    for (const [name, node] of this.buttons) this.#listen(name, node);
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#release(`key ${event.code}`, event));
    for (const leave of ["blur", "pagehide"]) addEventListener(leave, () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  releaseAll() {
    for (const holder of [...this.#holds.keys()]) this.#release(holder, { timeStamp: performance.now() });
  }

  #listen(name, node) {
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      this.#hold(`pointer ${event.pointerId}`, name, event);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      node.addEventListener(end, (event) => this.#release(`pointer ${event.pointerId}`, event));
    }
    node.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays with the keyboard
    node.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
  }

  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this.#meant(event);
    if (!name || !this.buttons.has(name)) return;
    event.preventDefault();
    if (!event.repeat) this.#hold(`key ${event.code}`, name, event);
  }

  #meant(event) {
    const digit = /^(?:Digit|Numpad)([1-7])$/.exec(event.code);
    if (digit) return KEYS[digit[1]];
    if (event.code !== "Space" && event.code !== "Enter") return null;
    const focused = event.target.closest("button, a, [popover]");
    if (focused) return focused.dataset.button ?? null;
    return event.code === "Space" ? "heart" : null;
  }

  #hold(holder, name, event) {
    if (this.#holds.has(holder)) return;
    const already = this.#isHeld(name);
    this.#holds.set(holder, name);
    this.buttons.get(name).dataset.touched = "";
    if (!already) this.onPress(name, true, event.timeStamp);
  }

  #release(holder, event) {
    const name = this.#holds.get(holder);
    if (!name) return;
    this.#holds.delete(holder);
    if (this.#isHeld(name)) return;
    delete this.buttons.get(name).dataset.touched;
    this.onPress(name, false, event.timeStamp);
  }

  #isHeld(name) {
    return [...this.#holds.values()].includes(name);
  }
}
