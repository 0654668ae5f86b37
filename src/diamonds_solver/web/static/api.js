// Questions to the server: at once, or as a stream of lines that a newer question, Stop or the end of the page cancels.

/** @typedef {{code: string, message: string, hint?: string | null, line?: number, column?: number, length?: number, path?: string | null}} Problem */

const TAB = crypto.getRandomValues(new Uint32Array(4)).join("-"); // randomUUID is there over HTTPS and on loopback only
const PATIENCE = 8000; // milliseconds that a server which refuses connections is tried
const PAUSES = { first: 100, longest: 1000 }; // between tries
const MOST_CUTS = 2; // answers that are cut before their end, and asked for once more
/** A server that has not been there for that long. */
const GONE = { code: "E-GONE", message: "the program does not answer",
  hint: "if it has ended, start 'diamonds web' again and open its new address" };

/** How a question is sent. @type {(name: string, options: RequestInit) => Promise<Response>} */
let send = (name, options) => fetch(`/api/${name}`, options);

/** Asks in another way from now on: the phone has no server. @param {typeof send} way */
export function askBy(way) {
  send = way;
}

/** What is wrong, in place of an answer. */
export class Problems extends Error {
  /** @param {Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.message).join("; "));
    this.problems = problems;
  }
}

/** @param {unknown} error @returns {Problem[]} */
export function problemsOf(error) {
  return error instanceof Problems ? error.problems : [{ code: "", message: String(error), hint: null }];
}

/** The text of a file. Raises Problems where it is none in UTF-8. @param {File} file */
export async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Problems([{ code: "E-ENCODING", message: `${file.name} is not UTF-8 text`, hint: "save the file as UTF-8" }]);
  }
}

/** @param {unknown} error */
export function codeOf(error) {
  return problemsOf(error)[0]?.code ?? "";
}

/** Where it is seen that the page waits for the server. @param {string} text @param {() => void} [onTake] of a button "Take over" */
function showConnection(text, onTake) {
  const shown = document.getElementById("connection");
  if (!shown || (shown.firstChild?.textContent ?? "") === text) return;
  shown.textContent = text;
  if (!onTake) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Take over";
  button.addEventListener("click", onTake);
  shown.append(button);
}

/** @param {number} time @param {(AbortSignal | undefined)[]} signals each ends it at once */
function pause(time, ...signals) {
  return new Promise((done) => {
    setTimeout(done, time);
    for (const signal of signals) signal?.addEventListener("abort", done, { once: true });
  });
}

/**
 * Asks until there is an answer: again where no connection is made, for some seconds, and where another tab's question is worked on, until
 * it ends or the person takes over.
 * @param {string} name @param {Record<string, unknown>} body @param {AbortSignal} [signal]
 */
async function post(name, body, signal) {
  const taking = new AbortController();
  let ends = performance.now() + PATIENCE;
  try {
    for (let wait = PAUSES.first; ; wait = Math.min(2 * wait, PAUSES.longest)) {
      const sent = taking.signal.aborted ? { ...body, take_over: true } : body;
      try {
        const response = await send(name,
          { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent), signal: signal ?? null });
        if (response.ok) return response;
        if (response.status !== 429) {
          const found = await response.json().catch(() => ({}));
          throw new Problems(found.errors ?? [{ code: `E-${response.status}`, message: response.statusText }]);
        }
        showConnection("Another tab is computing.", () => taking.abort());
        ends = performance.now() + PATIENCE;
      } catch (error) {
        if (signal?.aborted || error instanceof Problems) throw error;
        if (performance.now() > ends) throw new Problems([GONE]);
        showConnection("Reconnecting …");
      }
      await pause(wait, signal, taking.signal);
      signal?.throwIfAborted();
    }
  } finally {
    showConnection("");
  }
}

/**
 * The answer to a quick question. Raises Problems.
 * @param {string} name
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<any>}
 */
export async function ask(name, body = {}) {
  const found = await (await post(name, body)).json();
  if (found.errors) throw new Problems(found.errors);
  return found;
}

/** A long question: one at a time on this page. */
export class Question {
  /** @type {AbortController | null} */
  static running = null;

  /** Ends the question that runs, if one does; what came of it so far stays on the page. */
  static stop() {
    Question.running?.abort();
  }

  /**
   * The last line of the answer, or null where it was stopped. Raises Problems.
   * @param {string} name
   * @param {Record<string, unknown>} body
   * @param {(event: any) => void} onEvent each line before the last one
   * @returns {Promise<any>}
   */
  static async ask(name, body, onEvent) {
    Question.stop();
    const controller = new AbortController();
    Question.running = controller;
    try {
      for (let cuts = 0; cuts <= MOST_CUTS; cuts++) {
        const response = await post(name, { ...body, tab: TAB }, controller.signal);
        try {
          return await Question.read(response, onEvent);
        } catch (error) {
          if (controller.signal.aborted || error instanceof Problems) throw error;
        }
      }
      throw new Problems([GONE]);
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (Question.running === controller) Question.running = null;
    }
  }

  /** Raises an error that is no Problems where the answer is cut. @param {Response} response @param {(event: any) => void} onEvent */
  static async read(response, onEvent) {
    if (!response.body) throw new Error("no answer");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let last = null;
    for (;;) {
      const { value, done } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const found = JSON.parse(line);
        if (found.event) onEvent(found);
        else last = found;
      }
      if (done) break;
    }
    if (!last) throw new Error("an answer without an end");
    if (last.errors) throw new Problems(last.errors);
    return last;
  }
}
