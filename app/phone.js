// The page on the phone: the screens of the other page, with the core in place of a server.

import { askBy } from "page/api.js";
import { fetchCore } from "./core.js";
import { Mistake } from "./notation.js";
import { Questions } from "./questions.js";

/** @typedef {Record<string, any>} Fields */

/** @type {Worker | null} who thinks, as long as nobody has stopped it */
let worker = null;
let count = 0;

/**
 * Asks the worker, and ends it where the answer is not wanted any more.
 * @param {Fields} question @param {(line: Fields) => void} emit @param {AbortSignal | null} signal
 */
function think(question, emit, signal) {
  const id = ++count;
  worker ??= new Worker("thinking.js", { type: "module" });
  const thinker = worker;
  return new Promise((resolve, reject) => {
    const end = () => {
      thinker.terminate();
      if (worker === thinker) worker = null;
      reject(new DOMException("stopped", "AbortError"));
    };
    signal?.addEventListener("abort", end, { once: true });
    thinker.onmessage = ({ data }) => {
      if (data.id !== id) return;
      if (data.line) {
        emit(data.line);
        return;
      }
      signal?.removeEventListener("abort", end);
      if (data.trouble) reject(new Mistake("E-INTERNAL", data.trouble));
      else resolve(data.answer);
    };
    if (signal?.aborted) end();
    else thinker.postMessage({ id, ...question });
  });
}

/** What is answered at once: rules, random deals. What takes long is asked of the worker. */
const core = await fetchCore(1);
const questions = new Questions(core, think);
const encoder = new TextEncoder();

/** @param {unknown} error */
function problemsOf(error) {
  if (error instanceof Mistake) return { errors: [error.problem] };
  throw error;
}

askBy((name, { body, signal = null }) => {
  const stream = new ReadableStream({
    async start(controller) {
      const emit = (/** @type {Fields} */ line) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      try {
        emit(await questions.answer(name, JSON.parse(String(body)), emit, signal).catch(problemsOf));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
  return Promise.resolve(new Response(stream));
});

/** @type {HTMLElement} */ (document.getElementById("page")).textContent = "";
await import("page/main.js");
