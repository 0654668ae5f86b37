// The record as text: always in step with what the screen shows, to copy, to paste into, with what is wrong at its place.

import { announce, button, h, saveFile } from "./dom.js";

/** @typedef {import("./api.js").Problem} Problem */

export class RecordBox {
  /** @param {(text: string) => void} onText told of every change by hand @param {boolean} [isFixed] to be read only */
  constructor(onText, isFixed = false) {
    this.onText = onText;
    this.area = h("textarea", {
      id: "record-text",
      spellcheck: "false",
      autocomplete: "off",
      rows: 10,
      readonly: isFixed,
      "aria-describedby": "record-problems",
      oninput: () => onText(this.area.value),
    });
    this.problems = h("ul", { class: "problems", id: "record-problems" });
    this.notes = h("ul", { class: "notes" });
    const file = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", onchange: () => this.open(file.files) });
    this.tools = h(
      "div",
      { class: "row" },
      button("Copy", () => this.copy()),
      isFixed ? null : button("Open a file", () => file.click()),
      button("Save", () => saveFile(this.text, "round.dia")),
      isFixed ? null : file,
    );
    this.element = h(
      "section",
      { class: "panel record", "aria-labelledby": "record-title" },
      h("header", {}, h("h2", { id: "record-title" }, h("label", { for: "record-text" }, "Record")), this.tools),
      this.area,
      this.problems,
      this.notes,
    );
    if (isFixed) return;
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("over");
    });
    this.element.addEventListener("dragleave", () => this.element.classList.remove("over"));
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.classList.remove("over");
      const text = event.dataTransfer?.getData("text");
      if (event.dataTransfer?.files.length) this.open(event.dataTransfer.files);
      else if (text) this.put(text);
    });
  }

  get text() {
    return this.area.value;
  }

  /** Shows a text that the screen has made. @param {string} text */
  set text(text) {
    if (this.area.value !== text) this.area.value = text;
    this.area.rows = Math.min(Math.max(text.split("\n").length, 6), 24);
  }

  /** As if it had been pasted. @param {string} text */
  put(text) {
    this.text = text;
    this.onText(text);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
    } catch {
      this.area.select();
      document.execCommand("copy");
    }
    announce("copied");
  }

  /** @param {FileList | null} files */
  async open(files) {
    const file = files?.[0];
    if (file && file.size > 60_000) this.show([{ code: "E-TOO-LONG", message: "the file is too long for the page" }]);
    else if (file) this.put(await file.text());
  }

  /** Shows what is wrong; pressing a problem marks its place. @param {Problem[]} problems @param {string[]} [notes] */
  show(problems, notes = []) {
    const items = problems.map((problem) =>
      h(
        "li",
        {},
        problem.line
          ? button(`line ${problem.line}, column ${problem.column}`, () => this.mark(problem), { class: "place" })
          : null,
        h("span", {}, problem.message),
        problem.hint ? h("span", { class: "hint" }, problem.hint) : null,
        h("code", {}, problem.code),
      ),
    );
    this.problems.replaceChildren(...items);
    this.notes.replaceChildren(...notes.map((note) => h("li", {}, note)));
    this.area.setAttribute("aria-invalid", String(problems.length > 0));
  }

  /** @param {Problem} problem */
  mark(problem) {
    const before = this.text.split("\n").slice(0, (problem.line ?? 1) - 1);
    const start = before.reduce((sum, line) => sum + line.length + 1, 0) + (problem.column ?? 1) - 1;
    this.area.focus();
    this.area.setSelectionRange(start, start + (problem.length ?? 1));
  }
}

/** What is wrong, where no record is shown. @param {import("./api.js").Problem[]} problems */
export function problemList(problems) {
  const items = problems.map((problem) => h("li", {}, h("span", {}, problem.message), problem.hint ? h("span", { class: "hint" }, problem.hint) : null, h("code", {}, problem.code)));
  return h("ul", { class: "problems" }, ...items);
}
