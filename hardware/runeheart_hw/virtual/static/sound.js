// The buzzer's voice. Browsers allow sound after the first touch only; until then, and when muted, it is silent.

const LATENESS_S = 0.06; // tones come in batches of a thirtieth of a second and are played this much later
const LOUDNESS = 0.05;

export class Voice {
  #audio = null;
  #gate = null;
  #tone = null;
  #offset_s = -Infinity; // audio time minus the prop's time

  constructor() {
    this.muted = localStorage.getItem("muted") === "yes";
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.#wake(), { capture: true });
  }

  mute(muted) {
    this.muted = muted;
    localStorage.setItem("muted", muted ? "yes" : "no");
    if (muted) this.hush();
  }

  // tones: [[mono_ms, hertz], …]; 0 Hz is silence
  play(tones) {
    if (this.muted || this.#audio?.state !== "running") return;
    const now = this.#audio.currentTime;
    for (const [mono_ms, hertz] of tones) {
      let at = mono_ms / 1000 + this.#offset_s;
      if (at < now || at > now + 1) {
        at = now + LATENESS_S;
        this.#offset_s = at - mono_ms / 1000;
      }
      if (hertz > 0) this.#tone.frequency.setValueAtTime(hertz, at);
      this.#gate.gain.setTargetAtTime(hertz > 0 ? LOUDNESS : 0, at, 0.002);
    }
  }

  hush() {
    if (!this.#audio) return;
    this.#gate.gain.cancelScheduledValues(0);
    this.#gate.gain.setTargetAtTime(0, this.#audio.currentTime, 0.005);
  }

  #wake() {
    if (this.#audio) {
      if (this.#audio.state === "suspended") this.#audio.resume();
      return;
    }
    this.#audio = new AudioContext({ latencyHint: "interactive" });
    this.#gate = new GainNode(this.#audio, { gain: 0 });
    this.#tone = new OscillatorNode(this.#audio, { type: "square", frequency: 2000 });
    const housing = new BiquadFilterNode(this.#audio, { type: "lowpass", frequency: 5200, Q: 0.7 });
    this.#tone.connect(this.#gate).connect(housing).connect(this.#audio.destination);
    this.#tone.start();
  }
}
