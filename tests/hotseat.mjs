// Several people at one page, without a browser: the screen of a live game takes answers from and does what it is told by lines of JSON.

import { readSync, writeSync } from "node:fs";

const kept = new Map();
const store = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {unknown} */ value) => kept.set(key, String(value)), removeItem: (/** @type {string} */ key) => kept.delete(key) };
/** @type {string[]} */
const said = [];
const live = { text: "", get textContent() { return this.text; }, set textContent(text) { if (text) said.push(text); this.text = text; } };
const page = { getElementById: (/** @type {string} */ id) => (id === "live" ? live : null), querySelector: () => null, addEventListener() {}, body: {}, title: "" };
Object.assign(globalThis, { document: page, localStorage: store, sessionStorage: store, addEventListener() {}, removeEventListener() {}, matchMedia: () => ({ matches: true, addEventListener() {} }), setTimeout: (/** @type {() => void} */ work) => setImmediate(work), clearTimeout() {} });

/** What the other side answers. @param {unknown} line */
function exchange(line) {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
  const parts = [];
  const part = Buffer.alloc(65536);
  do {
    const length = readSync(0, part);
    if (!length) process.exit(0);
    parts.push(Buffer.from(part.subarray(0, length)));
  } while (parts.at(-1)?.at(-1) !== 10);
  return JSON.parse(Buffer.concat(parts).toString());
}

const { askBy, ask } = await import("../src/diamonds_solver/web/static/api.js");
askBy(async (name, { body }) => new Response(exchange({ name, body: JSON.parse(String(body)) }).map((/** @type {unknown} */ line) => `${JSON.stringify(line)}\n`).join("")));
const { PlayScreen } = await import("../src/diamonds_solver/web/static/play.js");

/** All that a screen holds, and what it draws. @param {any} screen */
function held(screen) {
  const drawn = screen.render();
  const sheets = ["log", "text", "record", "type"].map((sheet) => Object.assign(Object.create(Object.getPrototypeOf(screen)), screen, { state: { ...screen.state, sheet } }).render());
  return JSON.stringify([screen.state, screen.live, [...screen.story], screen.heard, screen.showing.queue, drawn, sheets, page.title, live.text, said], (key, value) => {
    if (["about", "current", "typing"].includes(key) || key.startsWith("__") || value instanceof PlayScreen) return undefined;
    if (value instanceof Set || value instanceof Map) return [...value];
    return value;
  });
}

const about = await ask("about");
for (let begin = exchange({ next: "" }); begin; begin = exchange({ next: "" })) {
  kept.clear();
  kept.set("diamonds.pace", "instant");
  const props = { about, listen() {}, go() {}, openSheet() {}, given: {} };
  /** @type {any} */
  const screen = new PlayScreen(/** @type {any} */ (props));
  Object.assign(screen, { props, focus() {}, setState(/** @type {any} */ change, /** @type {any} */ done) { this.state = { ...this.state, ...(typeof change === "function" ? change(this.state) : change) }; done?.(); } });
  screen.take(await ask("play", { action: "begin", ...begin }));
  await screen.go();
  for (;;) {
    await new Promise((done) => setImmediate(() => setImmediate(done))); // what is announced comes a little later
    const order = exchange({ id: screen.live.id, hand_over: screen.live.hand_over, viewer: screen.live.viewer, steps: screen.live.steps, held: held(screen), kept: [...kept.values()].join(" ") });
    if (!order) break;
    said.length = 0;
    if (order.look) await screen.look();
    else if (order.hint) await screen.hint();
    else await screen.act(...order.act);
  }
}
