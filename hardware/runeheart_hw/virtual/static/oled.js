// The OLED, pixel by pixel: every pixel of the glass is a square of whole device pixels, as many as there is room
// for; glass and bezel are as large as that.

const WIDTH = 128;
const HEIGHT = 64;

export class Glass {
  #picture = new Uint8Array((WIDTH * HEIGHT) / 8);
  #contrast = 255;

  constructor(canvas) {
    this.canvas = canvas;
    this.ink = canvas.getContext("2d", { alpha: false });
    this.room = canvas.closest(".display");
    new ResizeObserver(() => this.#fit()).observe(this.room);
    this.#fit();
  }

  show(picture, contrast) {
    this.#picture = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    this.#contrast = contrast;
    this.#draw();
  }

  #fit() {
    const ratio = window.devicePixelRatio || 1;
    const around = this.canvas.closest(".bezel").offsetWidth - this.canvas.offsetWidth;
    const room = (this.room.clientWidth - around) * ratio;
    const scale = Math.max(1, Math.floor(room / WIDTH + 0.01));
    this.canvas.width = WIDTH * scale;
    this.canvas.height = HEIGHT * scale;
    this.canvas.style.width = `${(WIDTH * scale) / ratio}px`;
    this.canvas.style.height = `${(HEIGHT * scale) / ratio}px`;
    this.#draw();
  }

  #draw() {
    const { ink, canvas } = this;
    const scale = canvas.width / WIDTH;
    const fine = (window.devicePixelRatio || 1) >= 2 ? 5 : 4;
    const size = scale >= fine ? scale - 1 : scale; // the dark line between pixels, where there is room for one
    const light = 0.55 + 0.45 * (this.#contrast / 255);
    ink.fillStyle = "#030506";
    ink.fillRect(0, 0, canvas.width, canvas.height);
    ink.fillStyle = `rgb(${Math.round(196 * light)} ${Math.round(232 * light)} ${Math.round(255 * light)})`;
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        if (this.#picture[(y * WIDTH + x) >> 3] & (0x80 >> (x & 7))) ink.fillRect(x * scale, y * scale, size, size);
      }
    }
  }
}
