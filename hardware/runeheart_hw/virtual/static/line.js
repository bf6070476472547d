// The line to the prop: one WebSocket that comes back by itself and knows when it hears nothing any more.

const SILENCE_MS = 5000; // the prop gives a sign of life every 2 s
const RETRY_MS = [300, 1000, 2000, 4000];

export class Line {
  #socket = null;
  #tries = 0;
  #watchdog = 0;

  constructor({ onNews, onLink }) {
    this.onNews = onNews;
    this.onLink = onLink;
    this.#open();
  }

  send(wish) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(wish));
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    let state = null;
    this.#socket = socket;
    this.#listen(socket);
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#listen(socket);
      const news = JSON.parse(event.data);
      const first = state === null;
      state = { ...state, ...news };
      if (first) {
        this.#tries = 0;
        this.onLink("live");
      }
      this.onNews(news, state);
    });
    socket.addEventListener("close", () => this.#lost(socket));
  }

  // A cable that was cut does not close a connection: silence counts as a loss.
  #listen(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lost(socket), SILENCE_MS);
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    socket.close();
    this.onLink("lost");
    const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)];
    setTimeout(() => this.#open(), wait);
  }
}
