// Quiet sounds, off by default: a card falls, a crystal moves, it is one's turn, which a phone also lets one feel, one has won. They are made
// of tones, so there is no file to load.

import { setting } from "./storage.js";

const LOUD = 0.06; // of 1
const END = 0.0001; // what a tone fades to
const SHORT = 30; // milliseconds

/** Tones: pitch in hertz, and in seconds when each begins and how long it fades. @type {Record<"card" | "gem" | "turn" | "win", [number, number, number][]>} */
const SOUNDS = {
  card: [[190, 0, 0.07], [95, 0, 0.09]],
  gem: [[1319, 0, 0.18], [1760, 0.07, 0.3]],
  turn: [[523, 0, 0.16], [784, 0.11, 0.3]],
  win: [[523, 0, 0.2], [659, 0.12, 0.2], [784, 0.24, 0.25], [1047, 0.36, 0.6]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (setting("sound", "off") !== "on") return;
  if (name === "turn") navigator.vibrate?.(SHORT);
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, begin, length] of SOUNDS[name]) {
    const at = context.currentTime + begin;
    const tone = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(END, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
