// The dice tray and the compass rose: hands on the virtual reader. It knows no game; what is read, the reader tells.

const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];
const STEPS = { ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5, PageUp: 60, PageDown: -60 };
const TUMBLE_MS = 650;
const TURN_MS = 50; // between two words to the reader while the needle is dragged

const find = (selector) => document.querySelector(selector);
const words = (face) => String(face).replaceAll("+", ", ");
const around = (degrees) => ((degrees % 360) + 360) % 360;
const direction = (degrees) => DIRECTIONS[Math.floor(around(degrees + 30) / 60) % 6];
const apart = (one, other) => Math.abs(around(one - other + 180) - 180);

export class Tray {
  #seen = {};
  #read = null; // what was read last while this page was open

  constructor(line) {
    this.node = find("#tray");
    this.opener = find(".tray-opener");
    this.says = find("#tray-says");
    this.wish = async (wish) => {
      const answer = await line.ask("tray", wish);
      if (answer.result === "refused") this.says.textContent = answer.why;
    };
    this.dice = new Dice(JSON.parse(this.node.dataset.faces), this.wish);
    this.rose = new Rose(this.wish);
    for (const button of ["roll", "confirm"]) find(`#${button}-button`).addEventListener("click", () => this.wish({ press: button }));
    this.node.addEventListener("toggle", (event) => this.#opened(event.newState === "open"));
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.node.hidePopover();
      if (/^(?:Digit|Numpad)\d$/.test(event.code)) event.stopPropagation(); // meant for the tray: no runes
    });
  }

  show(seen) {
    const isFirst = !("last" in this.#seen);
    if (!isFirst && seen.last?.seq !== this.#seen.last?.seq) this.#read = seen.last;
    const isNews = seen.last?.seq !== this.#seen.last?.seq || ["awaited", "runs", "why", "trouble"].some((part) => seen[part] !== this.#seen[part]);
    if (isFirst || isNews) this.says.textContent = this.#sentence(seen);
    this.node.toggleAttribute("data-off", !seen.runs);
    this.opener.toggleAttribute("data-awaited", Boolean(seen.awaited) && !this.node.matches(":popover-open"));
    find("#roll-button").disabled = !seen.awaited || seen.awaited === "movement"; // its settings know no such faces
    this.dice.show(seen, seen.awaited !== this.#seen.awaited);
    this.rose.show(seen);
    this.#seen = seen;
  }

  #sentence(seen) {
    if (seen.why) return seen.why;
    if (!seen.runs) return "The reader starts …";
    if (seen.trouble) return `${seen.trouble[0].toUpperCase()}${seen.trouble.slice(1)}.`;
    const last = this.#read;
    const read = !last ? "" : last.die ? `Read: ${this.dice.name(last.die)}, ${words(last.face)}. ` : "Confirmed. ";
    if (seen.awaited === "compass") return `${read}The game waits for a direction: roll the compass die, or turn the rose and confirm.`;
    if (seen.awaited) return `${read}The game waits for the ${this.dice.name(seen.awaited)}.`;
    return `${read}The game waits for no die now.`;
  }

  #opened(isOpen) {
    this.opener.setAttribute("aria-expanded", String(isOpen));
    document.documentElement.toggleAttribute("data-tray", isOpen);
    this.opener.toggleAttribute("data-awaited", Boolean(this.#seen.awaited) && !isOpen);
    if (!isOpen) this.opener.focus({ preventScroll: true });
  }
}

class Dice {
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(faces, wish) {
    this.faces = faces;
    this.wish = wish;
    this.nodes = new Map([...document.querySelectorAll("[data-die]")].map((node) => [node.dataset.die, node]));
    this.kinds = find("#hand-die");
    this.list = find("#hand-face");
    for (const [die, node] of this.nodes) {
      node.addEventListener("click", () => node.classList.contains("tumbles") || this.#roll(die, node));
    }
    this.kinds.addEventListener("change", () => this.#choose(this.kinds.value));
    find("#by-hand").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#lay(this.kinds.value, this.list.value);
    });
    this.#choose(this.kinds.value);
  }

  name(die) {
    return [...this.kinds.options].find((option) => option.value === die).text;
  }

  show({ awaited, last }, isOther) {
    for (const [die, node] of this.nodes) node.toggleAttribute("data-awaited", die === awaited);
    if (last?.die && !this.nodes.get(last.die).classList.contains("tumbles")) draw(this.nodes.get(last.die), last.face);
    if (awaited && isOther) this.#choose(awaited);
  }

  #choose(die) {
    this.kinds.value = die;
    this.list.replaceChildren(...this.faces[die].map((face) => new Option(words(face), face)));
  }

  #roll(die, node) {
    const face = () => this.faces[die][chance(this.faces[die].length)];
    if (this.#still.matches) {
      this.#lay(die, face());
      return;
    }
    node.classList.add("tumbles");
    const tumble = setInterval(() => draw(node, face()), 80);
    setTimeout(() => {
      clearInterval(tumble);
      node.classList.remove("tumbles");
      this.#lay(die, face());
    }, TUMBLE_MS);
  }

  #lay(die, face) {
    draw(this.nodes.get(die), face);
    this.wish({ throw: die, face });
  }
}

// A whole number below `count`, each as likely: what would make some of them likelier is thrown away.
function chance(count) {
  const most = 256 - (256 % count);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= most);
  return byte[0] % count;
}

function draw(node, face) {
  const parts = face.split("+");
  const rows = parts.map((part, row) => {
    const span = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
    span.textContent = part;
    span.setAttribute("x", 50);
    if (row || parts.length > 1) span.setAttribute("dy", row ? "1.15em" : `${-0.575 * (parts.length - 1)}em`);
    return span;
  });
  const longest = Math.max(...parts.map((part) => part.length));
  node.style.setProperty("--letters", `${Math.min(24, 118 / Math.max(longest, 2 * parts.length))}px`);
  node.querySelector(".pip").replaceChildren(...rows);
}

// The compass rose: a slider that goes around.
class Rose {
  #degrees = 0;
  #told_ms = 0;
  #telling = 0;
  #heading = null;

  constructor(wish) {
    this.wish = wish;
    this.node = find("#rose");
    this.sectors = [...this.node.querySelectorAll("[data-direction]")];
    this.node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.node.setPointerCapture(event.pointerId);
      this.#point(event);
    });
    this.node.addEventListener("pointermove", (event) => this.node.hasPointerCapture(event.pointerId) && this.#point(event));
    this.node.addEventListener("keydown", (event) => this.#key(event));
    this.#draw();
  }

  show({ awaited, heading }) {
    if (this.#heading === null && heading !== null && !this.#told_ms) this.#degrees = heading; // as it lies there
    this.#heading = heading;
    this.node.toggleAttribute("data-awaited", awaited === "compass");
    this.#draw();
  }

  #draw() {
    const whole = Math.round(this.#degrees) % 360;
    const here = direction(this.#degrees);
    find("#needle").style.setProperty("rotate", `${this.#degrees}deg`);
    for (const sector of this.sectors) sector.toggleAttribute("data-here", sector.dataset.direction === here);
    this.node.setAttribute("aria-valuenow", whole);
    this.node.setAttribute("aria-valuetext", `${whole} degrees, ${here}`);
    find("#rose-at").textContent = `${whole}° ${here}`;
    const isRead = this.#heading !== null && apart(this.#heading, this.#degrees) < 1;
    find("#rose-read").textContent = isRead ? "read by the reader" : "";
  }

  #turn(degrees) {
    this.#degrees = around(degrees);
    this.#draw();
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#tell(), Math.max(0, this.#told_ms + TURN_MS - performance.now()));
  }

  #tell() {
    this.#told_ms = performance.now();
    this.wish({ turn: Math.round(this.#degrees * 10) / 10 });
  }

  #point(event) {
    const box = this.node.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    if (Math.hypot(x, y) > box.width * 0.06) this.#turn((Math.atan2(x, -y) * 180) / Math.PI);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step === undefined && event.key !== "Home") return;
    event.preventDefault();
    this.#turn(event.key === "Home" ? 0 : Math.round(this.#degrees) + (event.shiftKey ? Math.sign(step) : step));
  }
}
