// The screen of a live game: against the program, with others at this page, or as a companion at a real table.

import { ask, problemsOf, Question } from "./api.js";
import { Felt, Hand, OwnPlate, passedTo, TeamStrip, turnWords, viewOf } from "./board.js";
import { BEAT, finishBeat } from "./beat.js";
import { Bubble, consequences, explained, LESSON, mustFollow, spokenWords, WHOLE_ROUND } from "./coach.js";
import { dayPlayed, finishDay } from "./daily.js";
import { BeforeTrick, Cover, Order, TellDeck } from "./deck.js";
import { Awards, GameEnd, resultSentence, RoundEnd } from "./ends.js";
import { cardMarks, HintSheet, hintText, LONGER, marksOf, onlyMove, verdictOf } from "./hint.js";
import { Keeping, OTHER_ADDRESS } from "./keeping.js";
import { begunWith, keepPurpose, purposeOf, showGame, shownGame } from "./kept.js";
import { Log, PassLine, Trouble } from "./log.js";
import { markedIn } from "./mistakes.js";
import { costOf, mode, ModeChip, ModeSheet, nextMode, shadesOf, Warning, withoutModes } from "./modes.js";
import { stepsOf } from "./motion.js";
import { DiamsTurn } from "./market.js";
import { DiamsSums, MoveList, PiecesTable, toldMove } from "./pieces.js";
import { keepPlayed } from "./record.js";
import { GameSheet } from "./sheets.js";
import { Showing } from "./showing.js";
import { sound } from "./sound.js";
import { Story } from "./story.js";
import { keepSetting, setting } from "./storage.js";
import { announce, Component, createRef, html, Icon, IconButton, saveFile } from "./ui.js";
import { capital, cardOf, Chip, clause, indexOf, keysOf, listed, spoken, spokenMove, victimOf } from "./words.js";

/** @typedef {import("./types.js").Live} Live */

/** The number of the round that is played. @param {Live} live */
const roundOf = ({ table }) => table.record.rounds?.length ?? 1;
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
 * @property {import("./showing.js").LogLine | null} last
 * @property {Set<string>} raised cards that are chosen
 * @property {string} queued the card that is played as soon as it can be
 * @property {{card: string, moves: Map<number, string>} | null} robbing
 * @property {import("./motion.js").Step[]} awards
 * @property {{advice: import("./types.js").Advice | null, was: string, isWorking: boolean, isOpen: boolean, trouble: string, seconds: number, isHidden: boolean} | null} hint
 * @property {string} warning a move that is asked about before it is played
 * @property {string} objective of the hint
 * @property {import("./types.js").Problem | null} trouble
 * @property {string} sheet
 * @property {boolean} isClosed whether the end of the game was put away
 * @property {string | null} asked what the bubble explains: a grey card, "" for the decision; null: nothing
 */

/** @extends {Component<import("./main.js").ScreenProps, PlayState>} */
export class PlayScreen extends Component {
  /** @type {PlayState} */
  state = { live: null, view: null, isBusy: false, gains: "", thinking: -1, say: null, last: null, raised: new Set(), queued: "", robbing: null, awards: [], hint: null, warning: "", objective: "", trouble: null, sheet: "", isClosed: false, asked: null };
  /** @type {Live | null} what the server sent last, whose steps may still be shown */
  live = null;
  seat = ""; // of several people at this page the one who looks at it
  /** @type {{current: HTMLElement | null}} */
  root = createRef();
  showing = new Showing(this);
  keeping = new Keeping(this);
  /** @type {object | null} the thinking whose moves are shown; null: they come too late */
  thought = null;
  isThinking = false;
  /** @type {Map<number, {text: string, notation: string}[]>} what happened, by step */
  story = new Map();
  /** @type {string[]} what is to be heard */
  heard = [];
  received = ""; // the round whose received cards were told
  isActing = false;
  warned = ""; // the decision in which the person was asked whether they are sure
  /** @type {string[]} what was told at a real table after a card that is changed */
  retold = [];

  componentDidMount() {
    this.props.listen((key) => this.key(key));
    addEventListener("storage", this.keeping.follow);
    const { live, resume, begun = null, purpose = "" } = this.props.given ?? {};
    if (live) {
      showGame(live.id, begun);
      keepPurpose(live.id, purpose);
      this.take(live);
      this.go();
    } else if (resume || shownGame()) this.keeping.resume(resume ?? shownGame());
    else this.props.go("start", null, true);
  }

  componentWillUnmount() {
    removeEventListener("storage", this.keeping.follow);
    this.stop();
    this.live = null;
    this.showing.queue = [];
    this.showing.skip();
  }

  /** What an engine has thought of is not shown any more. */
  stop() {
    this.thought = null;
    Question.stop();
  }

  // -- what the server sends

  /**
   * Takes over what the server sends; what happened since is shown step by step.
   * @param {Live} live @param {{seat: number, text: string} | null} [told] what somebody did, of a game without suits
   */
  take(live, told = null) {
    const before = this.live;
    if (live.hand_over) this.seat = "";
    if (before && (before.id !== live.id || before.viewer !== live.viewer)) this.forget();
    this.live = live;
    for (const { step } of live.story) this.story.set(step, []);
    for (const { step, text, notation } of live.story) this.story.get(step)?.push({ text, notation });
    if (before && before.id === live.id && live.steps < before.steps) {
      for (const step of [...this.story.keys()]) if (step > live.steps) this.story.delete(step);
      this.setState({ last: null });
    }
    if (!before || (!this.isCards && !told && !this.showing.isRunning)) return this.settle();
    if (told) return this.show([{ kind: "told", live, ...told }]);
    if (!this.isCards) return undefined;
    const isGoingOn = before.id === live.id && before.steps >= live.untold && roundOf(before) === roundOf(live) && (before.viewer === live.viewer || !live.hand_over);
    const events = isGoingOn ? live.events.filter(({ step }) => step > before.steps) : [];
    const steps = events.length ? stepsOf(viewOf(before.table, this.names, this.first, null), events, live.table.took) : [];
    return this.show(steps);
  }

  /** @param {import("./motion.js").Step[]} steps that are shown after those that are */
  show(steps) {
    this.showing.queue.push(...steps);
    if (this.showing.isRunning) return undefined;
    if (!steps.length) return this.settle();
    this.setState({ isBusy: true, robbing: null, raised: new Set(), hint: null, warning: "" });
    this.showing.start();
    return undefined;
  }

  /** Somebody else looks now: what was told, said or shown to the one before is gone. */
  forget() {
    this.story.clear();
    this.heard = [];
    announce("");
    this.setState({ trouble: null, sheet: "" });
  }

  /** Shows how the game stands now, and lets it go on. */
  async settle() {
    const { live } = this;
    if (!live) return;
    const isSame = this.state.live?.id === live.id && this.state.live.steps === live.steps && this.state.live.viewer === live.viewer;
    const view = this.isCards ? viewOf(live.table, this.names, this.first, live.turn?.seat ?? null) : null;
    const fresh = isSame ? {} : { raised: new Set(), robbing: null, hint: null, warning: "", isClosed: false, asked: null };
    await this.draw({ live, view, isBusy: false, gains: "", say: null, awards: [], ...fresh });
    this.receive();
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
    cards.forEach((card, place) => this.showing.stage.arrive(card, giver, place));
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

  /** Lets the engines play until it is a person's turn. @param {string} [news] what is announced before whose turn it is */
  async go(news = "") {
    while (this.isThinking) await sleep(20);
    if (!this.live) return;
    this.keeping.keep();
    if (this.isEngine) await this.think();
    await this.showing.done;
    if (!this.live) return;
    if (this.isEngine) {
      this.focus();
      return;
    }
    const purpose = purposeOf(this.live.id);
    if (!this.live.turn && this.day) {
      finishDay(this.day, this.live);
      this.props.go("daily", { day: this.day }, true);
      return;
    }
    if (!this.live.turn && purpose.startsWith(BEAT)) {
      this.props.go(`beat/${finishBeat(purpose, this.live)}`, null, true);
      return;
    }
    if (!this.live.turn) keepPlayed(this.live);
    if (!this.live.turn && this.isLesson) keepSetting("learnt", "yes");
    const told = this.isLesson && this.isMine ? this.words : null;
    announce([news, ...this.heard, told ? spokenWords(told) : this.turnSentence()].join(" ").trim());
    this.heard = [];
    this.focus();
    if (this.isMine) sound("turn");
    const { queued } = this.state;
    if (this.isMine) this.showing.stage.isHurried = false;
    if (queued && this.isMine && this.live.turn?.decision === "card") {
      this.setState({ queued: "" }, () => this.press(queued));
      return;
    }
    if (this.live.companion && this.isCards && this.canAsk) this.hint(); // what a companion is there for
    else this.watch();
  }

  /** The day whose deal is played; "" for none. */
  get day() {
    return dayPlayed(this.live?.id ?? "");
  }

  /** Whether others play the same cards: nothing helps, and nothing is taken back. */
  get isSealed() {
    return this.day !== "" || purposeOf(this.live?.id ?? "").startsWith(BEAT);
  }

  /** Whether all is explained, unasked. */
  get isLesson() {
    return purposeOf(this.live?.id ?? "") === "learn";
  }

  /** What the bubble says; null where there is none. @returns {import("./coach.js").Words | null} */
  get words() {
    const { live, view, asked, robbing, isBusy, last, awards } = this.state;
    if (!live?.turn || !view || live.hand_over || awards.length || (!this.isLesson && asked === null)) return null;
    if (this.isMine && !isBusy) return explained(live, view, { card: asked ?? "", isRobbing: robbing !== null });
    if (!this.isLesson) return null;
    return { head: `${last ? `${last.text}${/ plays?$/.test(last.text) ? ` ${last.card}` : ""}` : this.turnWords()[1]}.` };
  }

  /** Opens the bubble on the decision, or on a grey card; or closes it. @param {string | null} asked */
  explain(asked) {
    this.setState({ asked }, () => this.words && announce(spokenWords(this.words)));
  }

  /** Why nothing helps unasked here; "" where it does if it is chosen. */
  get withoutModes() {
    return this.live ? withoutModes(this.live, this.isSealed) : "no game";
  }

  /** What helps unasked here: "quiet", "warn me", "shade". */
  get mode() {
    return this.withoutModes ? "quiet" : mode();
  }

  /** Asks for the hint of a card at once, where it is needed unasked; it stays hidden. */
  watch() {
    const { live } = this;
    if (this.mode !== "quiet" && live?.turn?.decision === "card" && live.moves.length > 1 && this.canAsk && !this.state.hint) this.hint(1, true);
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
          this.take(event.state, this.isCards ? null : { seat: indexOf(event.seat), text: event.told.join(" ") });
        }
        if (event.event === "thinking") this.setState({ thinking: indexOf(event.seat) });
      });
      if (final && this.thought === thought && this.live?.id === id) this.take(final);
    } catch (error) {
      if (this.live?.id === id) isBack = await this.keeping.recover(error);
    } finally {
      this.isThinking = false;
      this.setState({ thinking: -1 });
    }
    if (isBack && this.thought === thought) await this.go();
    else this.keeping.keep();
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

  /** Plays a move, unless it is one to ask about first: once in a decision. @param {string} move */
  choose(move) {
    const { hint, live } = this.state;
    const decision = `${live?.id} ${live?.steps}`;
    const isCostly = this.mode === "warn me" && hint?.isHidden && !hint.isWorking && costOf(hint.advice, move) > 0;
    if (!isCostly || this.warned === decision) return this.play(move);
    this.warned = decision;
    this.setState({ warning: move, robbing: null, raised: new Set([cardOf(move)]) }, () => this.focusOn("#think-again"));
    return undefined;
  }

  /** Lets go of the card that was asked about. @param {boolean} [isShown] whether the hint comes */
  unask(isShown = false) {
    this.setState(({ hint }) => ({ warning: "", raised: new Set(), hint: hint && isShown ? { ...hint, isHidden: false } : hint }), () => this.focus());
  }

  /** @param {string} action @param {Record<string, unknown>} [body] */
  async act(action, body = {}) {
    const { live } = this;
    if (!live || this.isActing) return; // a second press comes before the answer to the first
    this.isActing = true;
    this.stop();
    if (action === "undo") this.showing.queue = [];
    this.showing.skip();
    this.setState({ trouble: null, sheet: "", queued: "" });
    try {
      let next = await ask("play", { action, id: live.id, steps: live.steps, seat: this.seat, ...body });
      const { retold } = this;
      this.retold = [];
      for (const move of action === "move" ? retold : []) {
        if (!next.moves.some((/** @type {{move: string}} */ one) => one.move === move)) {
          this.setState({ trouble: { code: "", message: `after that ${spokenMove(move, this.names)} cannot have been played: tell from here on what fell` } });
          break;
        }
        next = await ask("play", { action: "move", id: next.id, steps: next.steps, seat: this.seat, move });
      }
      this.take(next);
    } catch (error) {
      if (!(await this.keeping.recover(error))) return;
    } finally {
      this.isActing = false;
    }
    await this.go(action === "undo" ? "Undone." : "");
  }

  /** Back to a card that was told at a real table; what was told after it is told again once it is changed. @param {number} left how many moves that is */
  async change(left) {
    const { live } = this;
    if (!live || this.isActing) return;
    const told = live.table.tricks.flatMap(({ trick, moves }) => (trick === null ? [] : moves));
    this.isActing = true;
    try {
      let next = live;
      while (next.can_undo && next.steps >= live.steps - left) next = await ask("play", { action: "undo", id: next.id, steps: next.steps, seat: this.seat });
      this.take(next);
      this.retold = told.slice(told.length - (live.steps - next.steps) + 1);
    } catch (error) {
      await this.keeping.recover(error);
    } finally {
      this.isActing = false;
    }
    await this.go();
  }

  async look() {
    if (!this.live) return;
    this.seat = this.live.hand_over ?? "";
    try {
      await this.take(await ask("play", { action: "state", id: this.live.id, seat: this.seat }));
      announce([...this.heard, this.turnSentence()].join(" "));
      this.heard = [];
      this.focus();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Whether a card that is pressed while others play, or while that is shown, is played as soon as it can be. */
  get canQueue() {
    const { turn, viewer, companion, table } = this.live ?? {};
    return Boolean(turn && viewer && !companion && table?.tricks_left && !["count", "pass", "next"].includes(turn.decision)) && (this.state.isBusy || this.isEngine);
  }

  /** Keeps a card until it can be played, or lets go of it; what is shown is hurried on. @param {string} card */
  queue(card) {
    const next = this.state.queued === card ? "" : card;
    this.setState({ queued: next });
    announce(next ? `${capital(spoken(card))} next.` : "Nothing is played next.");
    this.showing.stage.isHurried = next !== "";
    this.showing.skip();
  }

  /** Says why a card may not be played. @param {string} card */
  refuse = (card) => this.explain(card);

  /** A card of the own hand is pressed. @param {string} card @param {boolean} [isDouble] the second press of a double click, which queues nothing */
  press = (card, isDouble = false) => {
    const { live, raised } = this.state;
    if (this.canQueue && !isDouble) this.queue(card);
    if (!live || this.state.isBusy || !this.isMine) return;
    this.setState(({ trouble }) => ({ trouble: trouble?.code ? trouble : null, asked: null }));
    const needs = live.turn?.needs;
    if (needs) {
      const chosen = new Set(raised);
      if (!chosen.delete(card) && chosen.size < needs) chosen.add(card);
      const { hint } = this.state;
      this.setState({ raised: chosen, hint: hint && chosen.size === needs ? { ...hint, isHidden: true } : hint }); // it may lie over the button that passes
      return;
    }
    const moves = live.moves.map(({ move }) => move).filter((move) => cardOf(move) === card);
    if (!moves.length) {
      this.refuse(card);
      return;
    }
    if (setting("ask", "off") === "on" && !raised.has(card)) this.setState({ raised: new Set([card]), robbing: null, warning: "" });
    else if (moves.length === 1) this.choose(moves[0] ?? "");
    else this.setState({ raised: new Set([card]), warning: "", robbing: { card, moves: new Map(moves.map((move) => [victimOf(move), move])) } }, () => this.focusOn(".rob"));
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
    return moves && new Map([...moves].map(([seat, move]) => [seat, () => this.choose(move)]));
  }

  /** @param {number} times the usual amount of work @param {boolean} isHidden whether it is for what helps unasked */
  async hint(times = 1, isHidden = false) {
    const { live } = this;
    if (!live || !this.canAsk) return;
    const isSame = () => this.live?.id === live.id && this.live.steps === live.steps;
    const began = performance.now();
    const update = (/** @type {Partial<NonNullable<PlayState["hint"]>>} */ change) =>
      this.setState(({ hint }) => ({ hint: { advice: null, was: "", isOpen: false, trouble: "", seconds: 0, isWorking: true, isHidden: false, ...hint, ...change } }));
    const before = this.state.hint?.advice;
    const was = before?.best ? (verdictOf(before).best[0] ?? "") : "";
    const say = (/** @type {import("./types.js").Advice} */ advice) => this.state.hint?.isHidden || announce(hintText(advice, this.names, this.isChance, { written: (move) => this.spokenMove(move), led: this.led, isCards: this.isCards, was }));
    const { hint: there } = this.state;
    if (there?.isHidden && times === 1 && (there.advice || there.isWorking)) {
      await this.draw({ hint: { ...there, isHidden: false }, warning: "" });
      if (there.advice && !there.isWorking) say(there.advice);
      return;
    }
    const [only, ...others] = live.moves;
    if (only && !others.length) {
      const advice = onlyMove(only.move, live.turn?.decision ?? "");
      update({ advice, isWorking: false, isHidden: false });
      say(advice);
      return;
    }
    update({ was, isWorking: true, isHidden, trouble: "" });
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

  /** Puts the hint away, and lets go of a card; what helps unasked still needs the hint. */
  closeHint() {
    const isNeeded = this.mode !== "quiet";
    if (!isNeeded) Question.stop();
    this.setState(({ hint }) => ({ hint: hint && isNeeded ? { ...hint, isHidden: true } : null, robbing: null, raised: new Set() }));
  }

  get canAsk() {
    const { live, isBusy } = this.state;
    const decision = live?.turn?.decision ?? "over";
    return Boolean(live) && this.isMine && !isBusy && !this.isSealed && decision !== "over" && decision in (this.props.about.games[live?.game ?? ""]?.decisions ?? {});
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

  /** The request that begins another game like this one. @param {Live} live */
  bodyOf(live) {
    const { record } = live.table;
    const [one] = record.rounds ?? [record];
    const rounds = one?.round?.split("/")[1] ?? "";
    const cards = this.isCards ? { variant: record.variant ?? "standard", ...(record.teams ? { teams: true } : {}), ...(rounds ? { rounds } : {}) } : {};
    return begunWith(live.id) ?? { game: live.game, players: live.players.length, sources: live.players.map(({ source }) => source), names: this.names, ...cards };
  }

  /** Another game in place of this one. @param {Record<string, any>} body @param {string} [purpose] what it is played for */
  async again(body, purpose = "") {
    try {
      const next = await ask("play", { action: "begin", ...body });
      this.live = null;
      this.story.clear();
      this.setState({ live: null, last: null });
      showGame(next.id, body["text"] ? null : body);
      keepPurpose(next.id, purpose);
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
    const { live, view, hint, isBusy } = this.state;
    if (!live) return false;
    if (key === " ") this.showing.skip();
    else if (key === "Escape") {
      if (this.state.queued) this.queue(this.state.queued);
      else if (this.state.warning) this.unask();
      else if (this.state.asked !== null) this.explain(null);
      else if ((hint?.isWorking && !hint.isHidden) || (this.isThinking && !isBusy)) Question.stop();
      else if ((hint && !hint.isHidden) || this.state.robbing || this.state.raised.size) this.closeHint();
      else return false;
    } else if (this.rob(key)) return true;
    else if (isBusy) return false; // Enter presses Next, and Tab goes on
    else if (key === "a" && hint && !hint.isHidden) this.setState({ hint: { ...hint, isOpen: !hint.isOpen } });
    else if (key === "a") this.hint();
    else if (key === "z" && hint) this.setState({ hint: { ...hint, isHidden: !hint.isHidden } });
    else if (key === "w" && !this.withoutModes) this.setMode(nextMode());
    else if (key === "u" && live.can_undo && !this.isSealed) this.act("undo");
    else if (key === "e" && view) this.explain(this.state.asked === null ? "" : null);
    else if (key === "l") this.setState({ sheet: "log" });
    else if (key === "t") this.setState({ sheet: "text" });
    else if (/^[1-9]$/.test(key)) this.pressNumber(Number(key));
    else return false;
    return true;
  }

  /** @param {string} name */
  setMode(name) {
    keepSetting("mode", name);
    announce(`While I play: ${name}.`);
    this.setState({ warning: "" }, () => this.watch());
  }

  /** Robs whose key it is. @param {string} key */
  rob(key) {
    const victims = [...(this.victims ?? [])];
    const keys = keysOf(victims.map(([seat]) => this.names[seat] ?? ""));
    const rob = victims[keys.findIndex((one) => one.toLowerCase() === key.toLowerCase())]?.[1];
    rob?.();
    return rob !== undefined;
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
    const { live, view, sheet } = this.state;
    if (!live) return html`<main class="play velvet" ref=${this.root}><p class="empty">${this.troubleLine() ?? "opening …"}</p></main>`;
    return html`<main class=${`play velvet ${view?.teams ? "with-teams" : ""}`} ref=${this.root} data-steps=${live.steps} data-busy=${String(this.state.isBusy || this.isThinking)}>
      <header class="bar">
        <${IconButton} name="menu" label="Menu" onClick=${() => this.setState({ sheet: "menu" })} />
        <h1>${this.title()}</h1><span class="sp"></span>
        ${this.isLesson ? live.turn && html`<button type="button" class="quiet" id="skip-lesson" onClick=${() => this.props.go("start")}>Skip</button>` : live.turn && !live.companion ? html`<${ModeChip} name=${this.mode} onPress=${() => this.setState({ sheet: "mode" })} />` : null}
        ${this.state.isBusy ? html`<button type="button" class="quiet" id="skip" onClick=${() => this.showing.skip()}>Go on</button>` : null}
        <${IconButton} name="help" label="Rules and keys" onClick=${() => this.props.openSheet("rules", live.game)} />
      </header>
      ${view ? this.cardTable(view, live) : this.pieces(live)}
      ${this.hintSheet(live)}
      ${this.end(live)}
      ${sheet === "mode" ? html`<${ModeSheet} why=${this.withoutModes} onClose=${() => this.setState({ sheet: "" })} onChoose=${(/** @type {string} */ name) => this.setMode(name)} />` : sheet ? html`<${GameSheet} name=${sheet} live=${live} view=${view} story=${this.story} sentence=${this.turnSentence()} typing=${this.props.about.games[live.game]?.typing ?? ""} without=${this.props.about.without ?? []} go=${this.props.go} onClose=${() => this.setState({ sheet: "" })}
        onOpen=${(/** @type {string} */ name) => this.setState({ sheet: name })} onCommon=${(/** @type {string} */ name) => this.props.openSheet(name, live.game)} onRedo=${() => this.act("redo")} onLeave=${(/** @type {boolean} */ isSure) => this.leave(isSure)} onSave=${() => this.keeping.save()} onType=${(/** @type {string} */ text) => this.play(text)} />` : null}
    </main>`;
  }

  title() {
    const { live, view } = this.state;
    const info = this.props.about.games[live?.game ?? ""];
    if (!live?.turn) return html`Game over <small>${info?.title}</small>`;
    if (!view) return html`${info?.title} <small>${/** @type {any} */ (live.table).round ? `round ${String(/** @type {any} */ (live.table).round).replace("/", " of ")}` : ""}</small>`;
    const round = view.round && !view.round.endsWith("/1") ? ` · round ${view.round.replace("/", " of ")}` : "";
    const isBefore = ["count", "pass", "hand", "got"].includes(live.turn.decision);
    if (this.isLesson) return html`First round <small>trick ${view.number} of ${view.tricks}</small>`;
    return isBefore ? html`Before trick 1 <small>${round.slice(3)}</small>` : html`Trick ${view.number} <small>of ${view.tricks}${round}</small>`;
  }

  /** The table of a game without suits. @param {Live} live */
  pieces(live) {
    const { turn, hand_over: handOver } = live;
    const common = { players: this.names, table: live.table, game: live.game, first: this.first, points: live.score.points };
    if (live.game === "diams" && turn && this.isMine && !this.state.isBusy && !handOver && !turn.needs && live.moves.length) {
      return html`<${DiamsTurn} key=${live.steps} ...${common} turn=${turn} trouble=${this.state.trouble ? this.logLine() : null} actions=${this.actions(live)} moves=${live.moves} marks=${this.marks} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
    }
    const cover = handOver ? html`<${Cover} name=${this.names[indexOf(handOver)]} onLook=${() => this.look()} />` : this.otherMoves(live);
    const { say } = this.state;
    return html`<${PiecesTable} ...${common} dock=${html`${this.logLine()}${this.actions(live)}`} turn=${indexOf(turn?.seat)} moves=${cover} isCovered=${handOver !== null} onSkip=${() => this.showing.skip()} />
      ${say ? html`<p class="say long" style=${this.sayPlace(say.seat)} aria-hidden="true">${say.text}</p>` : null}`;
  }

  get marks() {
    const { hint, live, view } = this.state;
    if (live && view && this.isMine && (!hint || hint.isHidden) && this.words) return consequences(live, view);
    if (!hint?.advice || hint.advice.best === null) return new Map();
    if (!hint.isHidden) return marksOf(hint.advice, this.isChance, hint.isWorking);
    return this.mode === "shade" && !hint.isWorking ? shadesOf(hint.advice, this.isChance) : new Map();
  }

  /** @param {import("./board.js").View} view @param {Live} live */
  cardTable(view, live) {
    const { gains, thinking, isBusy, say, trouble, queued } = this.state;
    const { words } = this;
    const raised = queued ? new Set([queued]) : this.state.raised;
    const { turn } = live;
    const isMine = this.isMine && !isBusy;
    const isChoosing = isMine && Boolean(turn?.needs);
    const isTelling = !isBusy && turn && !isMine && live.companion && (turn.source === "table" || turn.needs);
    const legal = new Set(live.moves.map(({ move }) => cardOf(move)));
    const led = view.trick[0]?.[0];
    const marks = cardMarks(this.marks, this.passed, this.names);
    const own = view.hands[view.first] ?? [];
    const canPress = isMine && turn && ["card", "pass"].includes(turn.decision);
    const ranks = this.props.about.games[live.game]?.decks.find(({ players, variant }) => players === live.players.length && variant === (live.table.record.variant ?? "standard"))?.ranks ?? 15;
    const decks = isTelling || (isChoosing && turn?.decision !== "pass") ? html`<${TellDeck} live=${live} view=${view} ranks=${ranks} onPlay=${(/** @type {string} */ move) => this.play(move)} onChange=${(/** @type {number} */ left) => this.change(left)} />` : null;
    return html`<${TeamStrip} view=${view} />
      ${decks ? html`<${Order} view=${view} />` : html`<div class="stage" onClick=${() => isBusy && this.showing.skip()}>
        <${Felt} view=${view} gains=${gains} thinking=${thinking} victims=${this.victims} middle=${this.middle(live, view)} />
        ${say ? html`<p class="say" style=${this.sayPlace(say.seat)} aria-hidden="true">${say.text}</p>` : null}
      </div>`}
      ${decks ? html`<div class="dock entering">${trouble ? this.logLine() : null}${decks}<${OwnPlate} view=${view} gains=${gains} />${own.length ? html`<${Hand} cards=${own} />` : null}${this.actions(live)}</div>` : html`<div class="dock">${words ? html`<${Bubble} words=${words} kind=${this.isLesson ? "always" : ""} />` : null}<${OwnPlate} view=${view} gains=${gains} />${this.isLesson && !trouble ? null : this.logLine()}${this.actions(live)}
        ${live.hand_over ? html`<${Cover} name=${this.names[indexOf(live.hand_over)]} onLook=${() => this.look()} />` : html`<${Hand} cards=${own} marks=${marks} raised=${raised} toggles=${isChoosing} why=${led ? mustFollow(led) : ""} onOff=${this.refuse}
          canPlay=${canPress ? (/** @type {string} */ card) => isChoosing || legal.has(card) : null} onPress=${canPress || this.canQueue ? this.press : null} />`}</div>`}
      ${this.state.awards.length ? html`<${Awards} steps=${this.state.awards} players=${this.names} took=${(this.live ?? live).table.took} round=${view.round} onNext=${() => this.showing.skip()} onSkip=${() => this.showing.skip(true)} />` : null}`;
  }

  /** Where a bubble is: at the actor's plate. @param {number} seat */
  sayPlace(seat) {
    const plate = this.showing.stage.place(`[data-seat="${seat}"]`);
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

  logLine() {
    const { names, passed } = this;
    const { last, live, view, queued } = this.state;
    const isPartner = Boolean(view?.teams && live?.table.record.teams);
    const line = queued ? html`<span class="news first"><${Chip} card=${queued} /> is next · press it again to take it back</span>` : passed && view ? html`<${PassLine} passed=${passed} names=${names} isPartner=${isPartner} mustFollow=${this.isMine && view.trick.length > 0} />` : null;
    return html`<${Log} words=${this.turnWords()} last=${last} trouble=${this.troubleLine()} passed=${line} />`;
  }

  troubleLine() {
    const { trouble } = this.state;
    const again = () => {
      this.setState({ trouble: null });
      this.keeping.resume(shownGame());
    };
    return trouble && html`<${Trouble} trouble=${trouble} isGone=${["E-GONE", OTHER_ADDRESS.code].includes(trouble.code)} onSave=${() => this.keeping.save()} onRetry=${again} />`;
  }

  /** @param {Live} live */
  actions(live) {
    const { warning, hint } = this.state;
    if (warning) return html`<${Warning} move=${warning} loss=${costOf(hint?.advice, warning)} isChance=${this.isChance} players=${this.names} onAgain=${() => this.unask()} onBetter=${() => this.unask(true)} onPlay=${() => this.play(warning)} />`;
    const isStopped = this.isEngine && !this.isThinking && !this.state.isBusy;
    const isGuided = purposeOf(live.id) === "guided";
    const undo = html`<button type="button" id="undo" disabled=${!live.can_undo || this.isSealed} onClick=${() => this.act("undo")}><${Icon} name="undo" />Undo</button>`;
    if (this.isLesson) return html`<div class="acts">${undo}<button type="button" id="all-rules" onClick=${() => this.props.openSheet("rules", live.game)}>All rules</button></div>`;
    return html`<div class="acts">
      ${undo}
      ${isGuided ? html`<button type="button" id="explain" aria-pressed=${String(this.state.asked === "")} onClick=${() => this.explain(this.state.asked === "" ? null : "")}>Explain</button>` : html`<button type="button" class="w" id="log" onClick=${() => this.setState({ sheet: "log" })}><${Icon} name="log" />Log</button>`}
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
      onClose=${() => this.closeHint()} onStop=${() => Question.stop()} onLonger=${() => this.hint(LONGER)} onDetails=${() => this.setState({ hint: { ...hint, isOpen: !hint.isOpen } })} />`;
  }

  /** @param {Live} live */
  end(live) {
    if (this.state.isBusy || this.state.isClosed) return null;
    const text = live.record;
    const review = (number = 0) => this.props.go("review", { text, name: this.names[this.first], number });
    const onClose = () => this.setState({ isClosed: true });
    if (!live.turn && this.isLesson) {
      return html`<${GameEnd} live=${live} onAgain=${() => this.again(LESSON, "learn")} onWhole=${() => this.again(WHOLE_ROUND, "guided")} onClose=${onClose} />`;
    }
    const sources = live.players.map(({ source }) => source);
    const onTry = live.companion || !live.viewer ? null : (/** @type {number} */ number) => this.again({ text, number, sources }, "again");
    const story = this.isCards ? html`<${Story} key=${live.steps} live=${live} about=${this.props.about} onLook=${review} onTry=${onTry} />` : null;
    const sums = live.game === "diams" ? html`<${DiamsSums} live=${live} />` : null;
    const common = { live, sums, story, onReview: () => review() };
    const onSave = this.props.about.without?.includes("record") ? null : () => saveFile(text, "game.dia");
    const mistakes = markedIn(text, this.names[this.first] ?? "");
    if (!live.turn) return html`<${GameEnd} ...${common} mistakes=${mistakes} onAgain=${() => this.again(this.bodyOf(live))} onSave=${onSave} onClose=${onClose} />`;
    return live.turn.decision === "next" ? html`<${RoundEnd} ...${common} onNext=${() => this.play("next")} />` : null;
  }
}
