// Three quiet sounds, off by default: a card falls, a crystal moves, it is one's turn. They are made of tones, so there is no file to load.

import { setting } from "./storage.js";

const LOUD = 0.06; // of 1
const END = 0.0001; // what a tone fades to

/** Tones: pitch in hertz, and in seconds when each begins and how long it fades. @type {Record<"card" | "gem" | "turn", [number, number, number][]>} */
const SOUNDS = {
  card: [[190, 0, 0.07], [95, 0, 0.09]],
  gem: [[1319, 0, 0.18], [1760, 0.07, 0.3]],
  turn: [[523, 0, 0.16], [784, 0.11, 0.3]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (setting("sound", "off") !== "on") return;
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
