// Your turn: a soft sound and, where the page is not looked at, a notification. One bell switches
// both: off until it is clicked, which browsers ask for as well, and off again by one click; the
// browser remembers it. A notification tells the game and that it is your turn, nothing of the table.
// Where the house sends messages (`data-key`), the bell lets them come with the browser closed, too.
import { canPush, postForm, silence, subscribed } from "./push.js";

const TONES = [[659.26, 0], [880, 0.16]]; // E5 and A5, one after the other
const LOUD = 0.07;
const KEY = "horta-bell";

export class Alerts {
  constructor({ button, words, title, tag, say }) {
    Object.assign(this, { button, words, title, tag, say });
    this.on = false;
    try { this.on = localStorage.getItem(KEY) === "on"; } catch { /* a private window */ }
    this.show();
    button.addEventListener("click", () => this.flip());
    // A sound may be made only after a gesture on this page.
    addEventListener("pointerdown", () => { if (this.on) this.wake(); }, { once: true });
    // Another table of a guest's, or a browser whose messages have moved: the house learns of it.
    if (this.on && "Notification" in window && Notification.permission === "granted") this.listen();
  }

  show() { this.button.setAttribute("aria-pressed", String(this.on)); }

  flip() {
    this.on = !this.on;
    try { localStorage.setItem(KEY, this.on ? "on" : "off"); } catch { /* a private window */ }
    this.show();
    if (!this.on) {
      if (this.button.dataset.key && canPush()) silence().catch(() => {});
      return;
    }
    this.chime();
    this.askToNotify();
  }

  // Who does not allow notifications, or has none, still hears the sound.
  async askToNotify() {
    const allowed = "Notification" in window && await Notification.requestPermission() === "granted";
    if (!allowed) this.say(this.words.denied, { urgent: true, calm: true });
    else await this.listen();
  }

  // Who cannot take messages still hears the sound on the open page.
  async listen() {
    const { key } = this.button.dataset;
    if (!key || !canPush()) return;
    try {
      await postForm(`/t/${encodeURIComponent(this.tag)}/bell`, { answer: await subscribed(key) });
    } catch { /* no push service, or none within reach */ }
  }

  // Two states that follow each other: it has become this person's turn.
  watch(before, next) {
    if (!next.mine || next.over || (before.mine && before.seat === next.seat)) return;
    if (!this.on) return;
    this.chime();
    if (!document.hasFocus()) this.notify();
  }

  notify() {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      const note = new Notification(this.title, { body: this.words.turnNow, tag: this.tag, silent: true });
      note.addEventListener("click", () => { window.focus(); note.close(); });
    } catch { /* some browsers notify by service workers only */ }
  }

  wake() {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!Context) return null;
    this.audio ??= new Context();
    if (this.audio.state === "suspended") this.audio.resume();
    return this.audio;
  }

  chime() {
    const audio = this.wake();
    if (!audio) return;
    for (const [pitch, wait] of TONES) {
      const tone = audio.createOscillator(), volume = audio.createGain();
      const start = audio.currentTime + wait;
      tone.type = "sine";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(LOUD, start + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.75);
    }
  }
}
