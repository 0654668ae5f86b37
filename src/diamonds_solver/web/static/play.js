// The screen of a live game: against the program, with others at this page, or as a companion at a real table.

import { ask, codeOf, problemsOf, Question } from "./api.js";
import { Felt, Hand, OwnPlate, passedTo, TeamStrip, turnWords, viewOf } from "./board.js";
import { BeforeTrick, Cover, FallenDeck, NeededDeck, Order } from "./deck.js";
import { Awards, awardText, GameEnd, resultSentence, RoundEnd } from "./ends.js";
import { HintSheet, hintText, LONGER, marksOf, onlyMove } from "./hint.js";
import { forgetGame, keepGame, keepTaps, keptGame, keptTaps, showGame, shownGame, titleOf } from "./kept.js";
import { markedIn } from "./mistakes.js";
import { Stage, stepsBetween } from "./motion.js";
import { DiamsTurn } from "./market.js";
import { DiamsSums, MoveList, PiecesTable, toldMove } from "./pieces.js";
import { GameSheet } from "./sheets.js";
import { announce, Component, createRef, html, Icon, IconButton, saveFile, setting } from "./ui.js";
import { capital, cardOf, Chip, clause, indexOf, listed, said, short, spoken, spokenMove, SUIT_NAMES, victimOf, you } from "./words.js";

const OTHER_ADDRESS = { code: "E-ADDRESS", message: "the program was started again: open the address that it prints. Your game is kept here." };

/** @typedef {import("./types.js").Live} Live */
/** @typedef {{text: string, card?: string, isMine?: boolean}} LogLine */

/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

/**
 * @typedef {object} PlayState
 * @property {Live | null} live as it is shown
 * @property {import("./board.js").View | null} view of a game of cards
 * @property {boolean} isBusy whether steps are being shown
 * @property {string} gains
 * @property {number} thinking
 * @property {{seat: number, text: string} | null} say
 * @property {LogLine | null} last
 * @property {Set<string>} raised cards that are chosen
 * @property {{card: string, moves: Map<number, string>} | null} robbing
 * @property {import("./motion.js").Step[]} awards
 * @property {{advice: import("./types.js").Advice | null, was: string, isWorking: boolean, isOpen: boolean, trouble: string, seconds: number, isHidden: boolean} | null} hint
 * @property {string} objective of the hint
 * @property {import("./types.js").Problem | null} trouble
 * @property {string} sheet
 * @property {boolean} isClosed whether the end of the game was put away
 */

/** @extends {Component<import("./main.js").ScreenProps, PlayState>} */
export class PlayScreen extends Component {
  /** @type {PlayState} */
  state = { live: null, view: null, isBusy: false, gains: "", thinking: -1, say: null, last: null, raised: new Set(), robbing: null, awards: [], hint: null, objective: "", trouble: null, sheet: "", isClosed: false };
  /** @type {Live | null} what the server sent last, whose steps may still be shown */
  live = null;
  seat = ""; // of several people at this page the one who looks at it
  /** @type {{current: HTMLElement | null}} */
  root = createRef();
  stage = new Stage(() => this.root.current);
  /** @type {import("./motion.js").Step[]} */
  queue = [];
  /** @type {Promise<void>} */
  shown = Promise.resolve();
  /** @type {object | null} the thinking whose moves are shown; null: they come too late */
  thought = null;
  isThinking = false;
  /** @type {Map<number, {text: string, notation: string}[]>} what happened, by step */
  story = new Map();
  /** @type {string[]} what is to be heard */
  heard = [];
  received = ""; // the round whose received cards were told
  isActing = false;
  isShowing = false;
  isSkipping = false; // the awards that are left
  hasNext = false; // whether Next was pressed at the award that is shown
  /** @type {(() => void) | null} */
  onNextAward = null;

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    addEventListener("storage", this.follow);
    const { live, resume } = this.props.given ?? {};
    if (live) {
      showGame(live.id);
      this.take(live);
      this.go();
    } else if (resume || shownGame()) this.resume(resume ?? shownGame());
    else this.props.go("start");
  }

  componentWillUnmount() {
    removeEventListener("storage", this.follow);
    this.stop();
    this.live = null;
    this.queue = [];
    this.skip();
  }

  /** What an engine has thought of is not shown any more. */
  stop() {
    this.thought = null;
    Question.stop();
  }

  // -- the game and its server

  /** Comes back to a game after the page was loaded anew, or left. @param {string} id */
  async resume(id) {
    try {
      await this.fetch(id).catch((error) => this.revive(id, error));
    } catch (error) {
      const [trouble = null] = problemsOf(error);
      const isKept = keptGame(id) !== undefined;
      if (!isKept) showGame("");
      if (isKept && codeOf(error) !== "E-LIVE") this.setState({ trouble: codeOf(error) === "E-REQUEST" ? OTHER_ADDRESS : trouble });
      else this.props.go("start");
      return;
    }
    await this.go();
  }

  /** @param {string} id */
  async fetch(id) {
    this.take(await ask("play", { action: "state", id, seat: this.seat }));
    showGame(id);
  }

  /** Another tab has played on: what it keeps has other moves. Its engines play there. */
  follow = async () => {
    const { live } = this;
    if (!live?.turn || this.isActing || this.isThinking || keptGame(live.id)?.steps === live.steps) return;
    try {
      await this.fetch(live.id);
      if (this.live?.steps !== live.steps) this.setState({ trouble: { code: "", message: "This game goes on in another tab." } });
    } catch {
      // the next move tells what is wrong
    }
  };

  /** Goes on from what the browser has kept of a game that the server has no longer. @param {string} id @param {unknown} error why */
  async revive(id, error) {
    const kept = keptGame(id);
    if (codeOf(error) !== "E-LIVE" || !kept) throw error;
    const live = await ask("play", { action: "begin", text: kept.text });
    keepTaps(live.id, live.steps, keptTaps(id, live.steps));
    this.take(live);
    forgetGame(id);
    showGame(live.id);
  }

  /** So that the game outlives the program. */
  async keep() {
    if (!this.live) return;
    const { id, steps, turn } = this.live;
    if (!turn) forgetGame(id);
    if (!turn || keptGame(id)?.steps === steps) return;
    try {
      const { text } = await ask("play", { action: "save", id });
      if (this.live?.id === id && this.live.turn) keepGame({ id, text, steps, title: titleOf(this.live, this.props.about.games[this.live.game]?.title ?? ""), when: Date.now() });
    } catch {
      // the next move tries again
    }
  }

  /** Takes over what the server sends; what happened since is shown step by step. @param {Live} live */
  take(live) {
    const before = this.live;
    if (live.hand_over) this.seat = "";
    this.live = live;
    for (const { step, text, notation } of live.story) {
      const lines = this.story.get(step) ?? [];
      if (!lines.some((line) => line.text === text)) this.story.set(step, [...lines, { text, notation }]);
    }
    if (before && before.id === live.id && live.steps < before.steps) for (const step of [...this.story.keys()]) if (step > live.steps) this.story.delete(step);
    if (!before || !this.isCards) return this.settle();
    const steps = before.viewer === live.viewer || !live.hand_over ? stepsBetween(before, live, this.first) : [];
    this.queue.push(...steps);
    if (this.isShowing) return undefined;
    if (!this.queue.length) return this.settle();
    this.setState({ isBusy: true, robbing: null, raised: new Set(), hint: null });
    this.shown = this.show();
    return undefined;
  }

  /** Shows how the game stands now, and lets it go on. */
  settle() {
    const { live } = this;
    if (!live) return;
    const isSame = this.state.live?.id === live.id && this.state.live.steps === live.steps && this.state.live.viewer === live.viewer;
    const view = this.isCards ? viewOf(live.table, this.names, this.first, live.turn?.seat ?? null) : null;
    const fresh = isSame ? {} : { raised: new Set(), robbing: null, hint: null, isClosed: false };
    this.setState({ live, view, isBusy: false, gains: "", say: null, awards: [], ...fresh }, () => this.receive());
  }

  /** The cards that the one at the bottom was passed, until they play one. */
  get passed() {
    const { live, view } = this.state;
    return live?.turn && live.viewer && view && !["count", "pass"].includes(live.turn.decision) ? passedTo(live.table.record, view) : null;
  }

  /** Received cards come from the giver's plate, and are told once. */
  receive() {
    const { live, passed } = { live: this.state.live, passed: this.passed };
    const round = `${live?.id} ${live?.viewer} ${live?.table.record?.rounds?.length ?? 1}`;
    if (!passed || this.received === round) return;
    this.received = round;
    const { cards, giver } = passed;
    this.heard.push(`${clause(this.names[giver] ?? "", "passes")} you ${listed(cards.map(spoken))}.`);
    cards.forEach((card, place) => this.stage.arrive(card, giver, place));
  }

  // -- what is shown

  get names() {
    return (this.live ?? this.state.live)?.players.map(({ name }) => name) ?? [];
  }

  get isCards() {
    const live = this.live ?? this.state.live;
    return live !== null && (this.props.about.games[live.game]?.decks.length ?? 0) > 0;
  }

  /** The seat at the bottom. */
  get first() {
    const live = this.live ?? this.state.live;
    if (live?.viewer) return indexOf(live.viewer);
    if (live?.hand_over) return indexOf(live.hand_over);
    return Math.max(0, live?.players.findIndex(({ source }) => source === "me" || source === "human") ?? 0);
  }

  /** Whether the one whose turn it is sits before the page, and looks at it. */
  get isMine() {
    const { live } = this.state;
    return Boolean(live?.turn?.seat) && live?.turn?.seat === live?.viewer && live?.turn?.source !== "table";
  }

  get isEngine() {
    const source = this.live?.turn?.source;
    return Boolean(source) && !["me", "human", "table"].includes(source ?? "");
  }

  /** The suit that whoever is to play has to follow, and can; "" for none. */
  get led() {
    const { view } = this.state;
    const led = view?.trick[0]?.[0] ?? "";
    return view?.hands[view.first]?.some((card) => card[0] === led) ? led : "";
  }

  get isChance() {
    const { live, objective } = this.state;
    const objectives = (live && this.props.about.games[live.game]?.objectives) || {};
    return Boolean(objectives[objective || (Object.keys(objectives)[0] ?? "")]?.chance);
  }

  /** @param {Partial<PlayState>} change */
  draw(change) {
    return new Promise((done) => this.setState(change, () => done(null)));
  }

  /** Shows the steps that wait, one after the other; none is lost. */
  async show() {
    this.isShowing = true;
    for (let step = this.queue.shift(); step && this.live; step = this.queue.shift()) await this.showStep(step);
    this.isShowing = this.isSkipping = false;
    this.settle();
  }

  /** @param {import("./motion.js").Step} step */
  async showStep(step) {
    const { stage } = this;
    const { view, seat, card, text } = step;
    const name = this.names[seat] ?? "";
    const say = text && seat >= 0 ? { seat, text } : null;
    if (step.kind === "card") {
      const from = stage.origin(seat, card ?? "");
      if (seat !== this.first) this.heard.push(`${clause(name, "plays")} ${said(card ?? "")}${text ? `, ${text}` : ""}.`);
      await this.draw({ view, say: null, last: { card: card ?? "", text: `${clause(name, "plays")}`.trim(), isMine: seat === this.first } });
      await stage.fly(`.trick [data-card="${card}"]`, from);
      return;
    }
    if (text) this.heard.push(`${step.kind === "award" ? awardText(step, this.names) : text}.`);
    if (step.kind === "rest") await stage.wait("rest");
    else if (step.kind === "trick") {
      await stage.slide(seat);
      await this.draw({ view, last: { text } });
    } else {
      const awards = step.kind === "award" ? [...this.state.awards, step] : [];
      const last = step.kind === "award" ? { text: awardText(step, this.names) } : text ? { text, ...(this.state.last?.card ? { card: this.state.last.card } : {}) } : this.state.last;
      this.hasNext = false;
      await this.draw({ say, awards, last });
      if (step.kind === "award") this.focusOn("#awards-next");
      if (step.gems) await stage.gem(step);
      const token = stage.place(".token");
      await this.draw({ view, gains: step.gems ? (step.box ?? "") : "" });
      if (step.passesToken) await stage.fly(".token", token);
      if (step.kind === "award" && !this.isSkipping && stage.pace !== Infinity) await this.nextAward();
      else await stage.wait("after");
      await this.draw({ gains: "", say: null });
    }
  }

  /** Until Next is pressed, which may have been while the crystal moved. */
  async nextAward() {
    if (!this.hasNext) await new Promise((done) => (this.onNextAward = () => done(null)));
    this.onNextAward = null;
  }

  /** Ends what is shown now at once. @param {boolean} [isAll] and all awards */
  skip(isAll = false) {
    this.isSkipping ||= isAll;
    this.hasNext = true;
    this.stage.skip();
    this.onNextAward?.();
  }

  /** Lets the engines play until it is a person's turn. @param {string} [news] what is announced before whose turn it is */
  async go(news = "") {
    while (this.isThinking) await sleep(20);
    if (!this.live) return;
    this.keep();
    if (this.isEngine) await this.think();
    await this.shown;
    if (!this.live) return;
    if (this.isEngine) {
      this.focus();
      return;
    }
    announce([news, ...this.heard, this.turnSentence()].join(" ").trim());
    this.heard = [];
    this.focus();
    if (this.live.companion && this.isCards && this.canAsk) this.hint(); // what a companion is there for
  }

  async think() {
    const { id } = /** @type {Live} */ (this.live);
    const thought = (this.thought = {});
    let isBack = false;
    this.isThinking = true;
    try {
      const final = await Question.ask("turn", { id, seat: this.seat }, (event) => {
        if (this.thought !== thought || this.live?.id !== id) return;
        if (event.event === "moved") {
          if (!this.isCards) this.heard.push(...event.told);
          this.take(event.state);
        }
        if (event.event === "thinking") this.setState({ thinking: indexOf(event.seat) });
      });
      if (final && this.thought === thought && this.live?.id === id) this.take(final);
    } catch (error) {
      if (this.live?.id === id) isBack = await this.recover(error);
    } finally {
      this.isThinking = false;
      this.setState({ thinking: -1 });
    }
    if (isBack && this.thought === thought) await this.go();
    else this.keep();
  }

  /**
   * Shows how a game stands that has gone on in another window, or that the program has lost: the browser then has it. Returns whether it
   * can go on.
   * @param {unknown} error
   */
  async recover(error) {
    const id = this.live?.id ?? "";
    const code = codeOf(error);
    try {
      if (code === "E-TURN") await this.fetch(id);
      else await this.revive(id, error);
    } catch (later) {
      this.fail(later);
      return false;
    }
    if (code === "E-TURN") this.fail(error);
    else this.setState({ trouble: { code: "", message: "The program was started again: the game goes on from where the browser kept it." } });
    return true;
  }

  /** @param {unknown} error */
  fail(error) {
    const trouble = problemsOf(error)[0] ?? null;
    this.setState({ trouble });
    announce(trouble ? `${trouble.message} ${trouble.hint ?? ""}` : "");
  }

  // -- what the user does

  /** @param {string} move */
  async play(move) {
    if (!this.state.isBusy) await this.act("move", { move });
  }

  /** @param {string} action @param {Record<string, unknown>} [body] */
  async act(action, body = {}) {
    const { live } = this;
    if (!live || this.isActing) return; // a second press comes before the answer to the first
    this.isActing = true;
    this.stop();
    if (action === "undo") this.queue = [];
    this.skip();
    this.setState({ trouble: null, sheet: "" });
    try {
      this.take(await ask("play", { action, id: live.id, steps: live.steps, seat: this.seat, ...body }));
    } catch (error) {
      if (!(await this.recover(error))) return;
    } finally {
      this.isActing = false;
    }
    await this.go(action === "undo" ? "Undone." : "");
  }

  async look() {
    if (!this.live) return;
    this.seat = this.live.hand_over ?? "";
    try {
      const live = await ask("play", { action: "state", id: this.live.id, seat: this.seat });
      this.live = live;
      this.settle();
      announce(this.turnSentence());
      this.focus();
    } catch (error) {
      this.fail(error);
    }
  }

  /** A card of the own hand is pressed. @param {string} card */
  press = (card) => {
    const { live, raised } = this.state;
    if (!live || this.state.isBusy || !this.isMine) return;
    const needs = live.turn?.needs;
    if (needs) {
      const chosen = new Set(raised);
      if (!chosen.delete(card) && chosen.size < needs) chosen.add(card);
      const { hint } = this.state;
      this.setState({ raised: chosen, hint: hint && chosen.size === needs ? { ...hint, isHidden: true } : hint }); // it may lie over the button that passes
      return;
    }
    const moves = live.moves.map(({ move }) => move).filter((move) => cardOf(move) === card);
    if (!moves.length) return;
    if (setting("ask", "off") === "on" && !raised.has(card)) this.setState({ raised: new Set([card]), robbing: null });
    else if (moves.length === 1) this.play(moves[0] ?? "");
    else this.setState({ raised: new Set([card]), robbing: { card, moves: new Map(moves.map((move) => [victimOf(move), move])) } }, () => this.focusOn(".rob"));
  };

  /** @param {string} selector */
  focusOn(selector) {
    /** @type {HTMLElement | null | undefined} */ (this.root.current?.querySelector(selector))?.focus({ preventScroll: true });
  }

  /** Whom the one who decides can rob now. */
  get victims() {
    const { live, robbing, isBusy } = this.state;
    if (!live || isBusy || !this.isMine) return null;
    const moves = robbing ? robbing.moves : live.turn?.decision === "victim" ? new Map(live.moves.map(({ move }) => [victimOf(move), move])) : null;
    return moves && new Map([...moves].map(([seat, move]) => [seat, () => this.play(move)]));
  }

  /** @param {number} times the usual amount of work */
  async hint(times = 1) {
    const { live } = this;
    if (!live || !this.canAsk) return;
    const isSame = () => this.live?.id === live.id && this.live.steps === live.steps;
    const began = performance.now();
    const update = (/** @type {Partial<NonNullable<PlayState["hint"]>>} */ change) =>
      this.setState(({ hint }) => ({ hint: { advice: null, was: "", isOpen: false, trouble: "", seconds: 0, isWorking: true, isHidden: false, ...hint, ...change } }));
    const was = this.state.hint?.advice?.best ?? "";
    const say = (/** @type {import("./types.js").Advice} */ advice) => announce(hintText(advice, this.names, this.isChance, { written: (move) => this.spokenMove(move), led: this.led, isCards: this.isCards, was }));
    const [only, ...others] = live.moves;
    if (only && !others.length) {
      const advice = onlyMove(only.move, live.turn?.decision ?? "");
      update({ advice, isWorking: false, isHidden: false });
      say(advice);
      return;
    }
    update({ was, isWorking: true, isHidden: false, trouble: "" });
    try {
      const answer = await Question.ask("hint", { id: live.id, seat: this.seat, times }, (event) => {
        if (!isSame()) return;
        if (event.event === "start") this.setState({ objective: event.objective });
        if (event.event === "advice") update({ advice: event, seconds: (performance.now() - began) / 1000 });
      });
      if (!isSame()) return;
      update({ isWorking: false, ...(answer ? { advice: answer, seconds: (performance.now() - began) / 1000 } : {}) });
      if (answer) say(answer);
    } catch (error) {
      const problem = problemsOf(error)[0];
      if (isSame()) update({ isWorking: false, trouble: problem ? `${problem.message} ${problem.hint ?? ""}` : "" });
    }
  }

  get canAsk() {
    const { live, isBusy } = this.state;
    const decision = live?.turn?.decision ?? "over";
    return Boolean(live) && this.isMine && !isBusy && decision !== "over" && decision in (this.props.about.games[live?.game ?? ""]?.decisions ?? {});
  }

  async save() {
    const { live } = this;
    const id = live?.id ?? shownGame();
    const kept = keptGame(id);
    try {
      saveFile(kept && (!live || kept.steps === live.steps) ? kept.text : (await ask("play", { action: "save", id })).text, "game.dia");
    } catch (error) {
      if (kept) saveFile(kept.text, "game.dia");
      else this.fail(error);
    }
  }

  /** @param {boolean} [isSure] */
  leave(isSure = false) {
    if (this.live?.turn && !isSure) {
      this.setState({ sheet: "leave" });
      return;
    }
    showGame("");
    this.props.go("start");
  }

  async again() {
    const { live } = this;
    if (!live) return;
    const { record } = live.table;
    const [one] = record.rounds ?? [record];
    const rounds = one?.round?.split("/")[1] ?? "";
    const cards = this.isCards ? { variant: record.variant ?? "standard", ...(record.teams ? { teams: true } : {}), ...(rounds ? { rounds } : {}) } : {};
    try {
      const body = { game: live.game, players: live.players.length, sources: live.players.map(({ source }) => source), names: this.names, ...cards };
      const next = await ask("play", { action: "begin", ...body });
      this.live = null;
      this.story.clear();
      this.setState({ live: null, last: null });
      showGame(next.id);
      this.take(next);
      await this.go();
    } catch (error) {
      this.fail(error);
    }
  }

  // -- words

  /** @param {string} move */
  spokenMove(move) {
    return this.isCards ? spokenMove(move, this.names) : toldMove(this.state.live, move);
  }

  turnWords() {
    const { live, view, thinking, robbing, isBusy } = this.state;
    return turnWords(isBusy ? null : live, this.isCards ? view : null, { names: this.names, isMine: this.isMine, isThinking: thinking >= 0, victims: robbing && [...robbing.moves.keys()] });
  }

  turnSentence() {
    const { live } = this.state;
    if (live && !live.turn) return resultSentence(live);
    if (live?.turn && live.turn.seat === null && !live.turn.needs) return "The round is over.";
    const words = `${this.turnWords().join(" ")}.`;
    return words.startsWith("Your turn") || !this.isMine ? words : `Your turn. ${words}`;
  }

  // -- keys

  /** @param {string} key */
  key(key) {
    const { live, hint, isBusy } = this.state;
    if (!live) return false;
    if (key === " ") this.skip();
    else if (key === "Escape") {
      if (hint?.isWorking || (this.isThinking && !isBusy)) Question.stop();
      else if (hint || this.state.robbing || this.state.raised.size) this.setState({ hint: null, robbing: null, raised: new Set() });
      else return false;
    } else if (this.rob(key)) return true;
    else if (isBusy) return false; // Enter presses Next, and Tab goes on
    else if (key === "a" && hint && !hint.isHidden) this.setState({ hint: { ...hint, isOpen: !hint.isOpen } });
    else if (key === "a") this.hint();
    else if (key === "z" && hint) this.setState({ hint: { ...hint, isHidden: !hint.isHidden } });
    else if (key === "u" && live.can_undo) this.act("undo");
    else if (key === "l") this.setState({ sheet: "log" });
    else if (key === "t") this.setState({ sheet: "text" });
    else if (/^[1-9]$/.test(key)) this.pressNumber(Number(key));
    else return false;
    return true;
  }

  /** Robs whose initial it is. @param {string} key */
  rob(key) {
    const found = [...(this.victims ?? [])].filter(([seat]) => this.names[seat]?.[0]?.toLowerCase() === key.toLowerCase());
    if (found.length === 1) found[0]?.[1]();
    return found.length === 1;
  }

  /** @param {number} number */
  pressNumber(number) {
    const cards = /** @type {HTMLElement[]} */ ([...(this.root.current?.querySelectorAll(".hand button:not([aria-disabled])") ?? [])]);
    cards[number - 1]?.focus();
    cards[number - 1]?.click();
  }

  focus() {
    const active = document.activeElement;
    if (document.querySelector("dialog[open]") || (active && active !== document.body && !this.root.current?.contains(active))) return;
    const selectors = ["#end-title", "#look", "#go-on", ".rob", ".counts button", ".deck button:not(:disabled)", ".hand button:not([aria-disabled])", ".mv button", ".hand button"];
    for (const selector of selectors) {
      const target = /** @type {HTMLElement | null | undefined} */ (this.root.current?.querySelector(selector));
      if (!target) continue;
      target.focus({ preventScroll: true });
      return;
    }
  }

  // -- drawing

  render() {
    const { live, view, trouble, sheet } = this.state;
    if (!live) return html`<main class="play velvet" ref=${this.root}><p class="empty">${trouble ? this.troubleLine() : "opening …"}</p></main>`;
    return html`<main class=${`play velvet ${view?.teams ? "with-teams" : ""}`} ref=${this.root} data-steps=${live.steps} data-busy=${String(this.state.isBusy || this.isThinking)}>
      <header class="bar">
        <${IconButton} name="menu" label="Menu" onClick=${() => this.setState({ sheet: "menu" })} />
        <h1>${this.title()}</h1><span class="sp"></span>
        ${this.state.isBusy ? html`<button type="button" class="quiet" id="skip" onClick=${() => this.skip()}>Go on</button>` : null}
        <${IconButton} name="help" label="Rules and keys" onClick=${() => this.props.openSheet("rules")} />
      </header>
      ${view ? this.cardTable(view, live) : this.pieces(live)}
      ${this.hintSheet(live)}
      ${this.end(live)}
      ${sheet ? html`<${GameSheet} name=${sheet} live=${live} view=${view} story=${this.story} sentence=${this.turnSentence()} typing=${this.props.about.games[live.game]?.typing ?? ""} without=${this.props.about.without ?? []} go=${this.props.go} onClose=${() => this.setState({ sheet: "" })}
        onOpen=${(/** @type {string} */ name) => this.setState({ sheet: name })} onCommon=${this.props.openSheet} onRedo=${() => this.act("redo")} onLeave=${(/** @type {boolean} */ isSure) => this.leave(isSure)} onSave=${() => this.save()} onType=${(/** @type {string} */ text) => this.play(text)} />` : null}
    </main>`;
  }

  title() {
    const { live, view } = this.state;
    const info = this.props.about.games[live?.game ?? ""];
    if (!live?.turn) return html`Game over <small>${info?.title}</small>`;
    if (!view) return html`${info?.title} <small>${/** @type {any} */ (live.table).round ? `round ${String(/** @type {any} */ (live.table).round).replace("/", " of ")}` : ""}</small>`;
    const round = view.round && !view.round.endsWith("/1") ? ` · round ${view.round.replace("/", " of ")}` : "";
    const isBefore = ["count", "pass", "hand", "got"].includes(live.turn.decision);
    return isBefore ? html`Before trick 1 <small>${round.slice(3)}</small>` : html`Trick ${view.number} <small>of ${view.tricks}${round}</small>`;
  }

  /** The table of a game without suits. @param {Live} live */
  pieces(live) {
    const { turn, hand_over: handOver } = live;
    const common = { players: this.names, table: live.table, game: live.game, first: this.first, points: live.score.points };
    if (live.game === "diams" && turn && this.isMine && !handOver && !turn.needs && live.moves.length) {
      return html`<${DiamsTurn} key=${live.steps} ...${common} turn=${turn} trouble=${this.state.trouble ? this.logLine() : null} actions=${this.actions(live)} moves=${live.moves} marks=${this.marks} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
    }
    const cover = handOver ? html`<${Cover} name=${this.names[indexOf(handOver)]} onLook=${() => this.look()} />` : this.otherMoves(live);
    return html`<${PiecesTable} ...${common} dock=${html`${this.logLine()}${this.actions(live)}`} turn=${indexOf(turn?.seat)} moves=${cover} isCovered=${handOver !== null} />`;
  }

  get marks() {
    const { hint } = this.state;
    return hint?.advice && !hint.isHidden && hint.advice.best !== null ? marksOf(hint.advice, this.isChance, hint.isWorking) : new Map();
  }

  /** @param {import("./board.js").View} view @param {Live} live */
  cardTable(view, live) {
    const { gains, thinking, isBusy, raised, say, trouble } = this.state;
    const { turn } = live;
    const isMine = this.isMine && !isBusy;
    const isChoosing = isMine && Boolean(turn?.needs);
    const isTelling = !isBusy && turn && !isMine && live.companion && (turn.source === "table" || turn.needs);
    const legal = new Set(live.moves.map(({ move }) => cardOf(move)));
    const led = view.trick[0]?.[0];
    /** @type {Map<string, import("./board.js").Mark>} */
    const marks = new Map();
    for (const [move, mark] of this.marks) {
      const card = cardOf(move);
      if (card && !move.includes("+") && (!marks.has(card) || mark.best)) marks.set(card, mark);
    }
    const best = [...this.marks].find(([, mark]) => mark.best)?.[0] ?? "";
    if (best.includes("+")) for (const card of best.split("+")) marks.set(card, { note: "best", said: "best", best: true });
    const { passed } = this;
    const from = passed ? this.names[passed.giver] ?? "" : "";
    for (const card of passed?.cards ?? []) {
      const mark = marks.get(card);
      marks.set(card, { note: "", best: false, ...mark, caption: `from ${short(from)}`, said: [mark?.said, `from ${from}`].filter(Boolean).join(", ") });
    }
    const own = view.hands[view.first] ?? [];
    const canPress = isMine && turn && ["card", "pass"].includes(turn.decision) && (turn.decision === "card" || turn.decision === "pass");
    const decks = isTelling || (isChoosing && turn?.decision !== "pass") ? this.deck(live, view) : null;
    return html`<${TeamStrip} view=${view} />
      ${decks ? html`<${Order} view=${view} />` : html`<div class="stage" onClick=${() => isBusy && this.skip()}>
        <${Felt} view=${view} gains=${gains} thinking=${thinking} victims=${this.victims} middle=${this.middle(live, view)} />
        ${say ? html`<p class="say" style=${this.sayPlace(say.seat)} aria-hidden="true">${say.text}</p>` : null}
      </div>`}
      ${decks ? html`<div class="dock entering">${trouble ? this.logLine() : null}${decks}<${OwnPlate} view=${view} gains=${gains} />${own.length ? html`<${Hand} cards=${own} />` : null}${this.actions(live)}</div>` : html`<div class="dock"><${OwnPlate} view=${view} gains=${gains} />${this.logLine()}${this.actions(live)}
        ${live.hand_over ? html`<${Cover} name=${this.names[indexOf(live.hand_over)]} onLook=${() => this.look()} />` : html`<${Hand} cards=${own} marks=${marks} raised=${raised} toggles=${isChoosing} why=${led ? `${SUIT_NAMES[led]} must be followed` : ""}
          canPlay=${canPress ? (/** @type {string} */ card) => isChoosing || legal.has(card) : null} onPress=${canPress ? this.press : null} />`}</div>`}
      ${this.state.awards.length ? html`<${Awards} steps=${this.state.awards} players=${this.names} took=${(this.live ?? live).table.took} round=${view.round} onNext=${() => this.skip()} onSkip=${() => this.skip(true)} />` : null}`;
  }

  /** Where a bubble is: at the actor's plate. @param {number} seat */
  sayPlace(seat) {
    const plate = this.stage.place(`[data-seat="${seat}"]`);
    const root = this.root.current?.getBoundingClientRect();
    if (!plate || !root) return {};
    const left = Math.min(Math.max(plate.left + plate.width / 2, 120), root.width - 120);
    return { left: `${left}px`, top: `${seat === this.first ? plate.top - 44 : plate.bottom + 4}px`, position: "fixed" };
  }

  /** What stands in place of the trick. @param {Live} live @param {import("./board.js").View} view */
  middle(live, view) {
    const { turn } = live;
    const { isBusy, raised } = this.state;
    if (isBusy || !this.isMine || !turn || !["count", "actor", "pass"].includes(turn.decision)) return null;
    return html`<${BeforeTrick} live=${live} view=${view} raised=${raised} marks=${this.marks} onPress=${this.press} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
  }

  /** Cards that are told at a real table. @param {Live} live @param {import("./board.js").View} view */
  deck(live, view) {
    const { turn } = live;
    const deck = this.props.about.games[live.game]?.decks.find(({ players, variant }) => players === live.players.length && variant === (live.table.record.variant ?? "standard"));
    const ranks = deck?.ranks ?? 15;
    if (turn?.needs) return html`<${NeededDeck} key=${live.steps} ranks=${ranks} needs=${turn.needs} pool=${turn.pool ?? []} title=${capital(turn.text)} pressed=${keptTaps(live.id, live.steps)} onPress=${(/** @type {string[]} */ cards) => keepTaps(live.id, live.steps, cards)} onDone=${(/** @type {string[]} */ cards) => this.play(cards.join(" "))} />`;
    const name = this.names[indexOf(turn?.seat)] ?? "";
    if (turn?.decision === "card") {
      return html`<${FallenDeck} key=${live.steps} ranks=${ranks} moves=${live.moves.map(({ move }) => move)} name=${name} led=${view.trick[0]?.[0] ?? ""} players=${this.names} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
    }
    return html`<div class="mv" role="group" aria-label=${turn?.text}>${live.moves.map(({ move }) => html`<button type="button" data-move=${move} onClick=${() => this.play(move)}>${capital(spokenMove(move, this.names))}</button>`)}</div>`;
  }

  logLine() {
    const { last, trouble } = this.state;
    const [head, rest] = this.turnWords();
    return html`<p class="log">${trouble ? this.troubleLine() : html`${this.passLine()}${last && (last.text || last.card) ? html`<span class="old">${last.text} ${last.card ? html`<${Chip} card=${last.card} />` : null} ·</span>` : null}<span class="turn-text"><b>${head}</b> ${rest}</span>`}</p>`;
  }

  /** What was passed, in the line of the log. */
  passLine() {
    const { passed, names } = this;
    const { live, view } = this.state;
    if (!passed || !view) return null;
    const chips = (/** @type {string[]} */ cards) => cards.map((card) => html` <${Chip} card=${card} />`);
    const isPartner = view.teams > 0 && live?.table.record.teams;
    const mustFollow = this.isMine && view.trick.length > 0;
    return html`<span class=${`news ${mustFollow ? "" : "first"}`}>${clause(names[passed.giver] ?? "", "passes")}${isPartner ? ", your partner," : ""} you${chips(passed.cards)}<span class="gave"> · you gave${chips(passed.gave)} to ${you(names[passed.receiver] ?? "")}</span></span>`;
  }

  troubleLine() {
    const { trouble } = this.state;
    const isGone = ["E-GONE", OTHER_ADDRESS.code].includes(trouble?.code ?? "");
    return html`<span class="trouble" role="alert">${trouble?.code === "E-GONE" ? "The program has ended. Your game is kept here." : `${capital(trouble?.message ?? "")}${trouble?.hint ? ` (${trouble.hint})` : ""}`}
      ${isGone ? html` <button type="button" onClick=${() => this.save()}>Save</button> <button type="button" id="retry" onClick=${() => { this.setState({ trouble: null }); this.resume(shownGame()); }}>Try again</button>` : null}</span>`;
  }

  /** @param {Live} live */
  actions(live) {
    const isStopped = this.isEngine && !this.isThinking && !this.state.isBusy;
    return html`<div class="acts">
      <button type="button" id="undo" disabled=${!live.can_undo} onClick=${() => this.act("undo")}><${Icon} name="undo" />Undo</button>
      <button type="button" class="w" id="log" onClick=${() => this.setState({ sheet: "log" })}><${Icon} name="log" />Log</button>
      ${isStopped ? html`<button type="button" class="main" id="go-on" onClick=${() => this.go()}>Go on</button>` : html`<button type="button" class=${live.turn?.decision === "pass" || this.victims ? "" : "main"} id="hint" disabled=${!this.canAsk} onClick=${() => this.hint()}><${Icon} name="bulb" />Hint</button>`}
    </div>`;
  }

  /** The moves of a game without suits. @param {Live} live */
  otherMoves(live) {
    const { turn } = live;
    if (!turn || live.hand_over) return null;
    return html`<${MoveList} key=${live.steps} moves=${live.moves} turn=${turn} marks=${this.marks} canPlay=${this.isMine || turn.source === "table" || turn.seat === null} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
  }

  /** @param {Live} live */
  hintSheet(live) {
    const { hint } = this.state;
    if (!hint || hint.isHidden) return null;
    const chip = this.isCards ? undefined : (/** @type {string} */ move) => html`<b>${toldMove(live, move)}</b>`;
    return html`<${HintSheet} advice=${hint.advice} players=${this.names} isChance=${this.isChance} isWorking=${hint.isWorking} isOpen=${hint.isOpen} trouble=${hint.trouble} seconds=${hint.seconds} led=${this.led} was=${hint.was} chip=${chip} isCards=${this.isCards}
      onClose=${() => { Question.stop(); this.setState({ hint: null }); }} onStop=${() => Question.stop()} onLonger=${() => this.hint(LONGER)} onDetails=${() => this.setState({ hint: { ...hint, isOpen: !hint.isOpen } })} />`;
  }

  /** @param {Live} live */
  end(live) {
    if (this.state.isBusy || this.state.isClosed) return null;
    const { without = [] } = this.props.about;
    const review = without.includes("review") ? null : () => this.props.go("review", { text: live.record, name: this.names[this.first] });
    const save = without.includes("record") ? null : () => saveFile(live.record, "game.dia");
    const sums = live.game === "diams" ? html`<${DiamsSums} live=${live} />` : null;
    const mistakes = review && markedIn(live.record, this.names[this.first] ?? "");
    if (!live.turn) return html`<${GameEnd} live=${live} sums=${sums} mistakes=${mistakes} onReview=${review} onAgain=${() => this.again()} onSave=${save} onClose=${() => this.setState({ isClosed: true })} />`;
    return live.turn.decision === "next" ? html`<${RoundEnd} live=${live} sums=${sums} onReview=${review} onNext=${() => this.play("next")} />` : null;
  }
}
