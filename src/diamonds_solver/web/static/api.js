// Questions to the server: at once, or as a stream of lines that a newer question, Stop or the end of the page cancels.

/** @typedef {{code: string, message: string, hint?: string | null, line?: number, column?: number, length?: number, path?: string | null}} Problem */

const TAB = crypto.randomUUID();
/** Errors that are no mistake of the user: what to say for a server that is gone. */
const GONE = { code: "E-GONE", message: "the program has ended", hint: "start 'diamonds web' again and open its new address" };

/** What is wrong, in place of an answer. */
export class Problems extends Error {
  /** @param {Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.message).join("; "));
    this.problems = problems;
  }
}

/** @param {string} name @param {Record<string, unknown>} body @param {AbortSignal} [signal] */
async function post(name, body, signal) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null };
  let response;
  try {
    response = await fetch(`/api/${name}`, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problems([GONE]);
  }
  if (!response.ok) {
    const found = await response.json().catch(() => ({}));
    throw new Problems(found.errors ?? [{ code: `E-${response.status}`, message: response.statusText }]);
  }
  return response;
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
      const response = await post(name, { ...body, tab: TAB }, controller.signal);
      return await Question.read(response, onEvent);
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error instanceof Problems ? error : new Problems([GONE]);
    } finally {
      if (Question.running === controller) Question.running = null;
    }
  }

  /** @param {Response} response @param {(event: any) => void} onEvent */
  static async read(response, onEvent) {
    if (!response.body) throw new Problems([GONE]);
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
    if (!last) throw new Problems([GONE]);
    if (last.errors) throw new Problems(last.errors);
    return last;
  }
}
