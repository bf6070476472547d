// The line to the prop: one WebSocket that comes back by itself and knows when it hears nothing any more.

const SILENCE_MS = 5000; // the prop gives a sign of life every 2 s
const GOING_AWAY = 1012; // the close code of a prop that was stopped
const RETRY_MS = [300, 1000, 2000, 4000];
const UNHEARD = { result: "refused", why: "There is no connection to the prop; look whether it was done, when it is back." };

export class Line {
  #socket = null;
  #tries = 0;
  #watchdog = 0;
  #gone = false;
  #asked = new Map(); // the number of a wish -> what waits for its answer
  #wishes = 0;

  constructor({ onNews, onLink }) {
    this.onNews = onNews;
    this.onLink = onLink;
    this.#open();
  }

  send(wish) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(wish));
  }

  // Wish for something of a side of the prop; the promise holds { result, why }, also when the line is lost.
  ask(side, wish) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(UNHEARD);
    const id = ++this.#wishes;
    this.send({ do: "ask", side, id, wish });
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  #answer({ id, ...answer }) {
    this.#asked.get(id)?.(answer);
    this.#asked.delete(id);
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    let state = null;
    this.#socket = socket;
    this.#listen(socket);
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#listen(socket);
      const { answers = [], ...news } = JSON.parse(event.data);
      const first = state === null;
      state = { ...state, ...news };
      if (first) {
        this.#tries = 0;
        this.#gone = false;
        this.onLink("live");
      }
      this.onNews(news, state);
      answers.forEach((answer) => this.#answer(answer)); // what came of it is shown before
    });
    socket.addEventListener("close", (event) => this.#lost(socket, event.code === GOING_AWAY ? "ended" : "lost"));
  }

  // A cable that was cut does not close a connection: silence counts as a loss.
  #listen(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lost(socket, "lost"), SILENCE_MS);
  }

  #lost(socket, how) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    socket.close();
    for (const resolve of this.#asked.values()) resolve(UNHEARD);
    this.#asked.clear();
    if (!this.#gone) this.onLink(how); // that nobody answers then is no news
    this.#gone = true;
    const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)];
    setTimeout(() => this.#open(), wait);
  }
}
