// The screen of a live game: against the program, with others at this page, or as a companion at a real table.

import { ask, problemsOf, Question } from "./api.js";
import { Felt, Hand, OwnPlate, passedTo, TeamStrip, turnWords, viewOf } from "./board.js";
import { BEAT, finishBeat } from "./beat.js";
import { Bubble, consequences, explained, LESSON, mustFollow, spokenWords, WHOLE_ROUND } from "./coach.js";
import { dayPlayed, finishDay } from "./daily.js";
import { another, canQueue, isEngine, isMine, keyed, pressed, victimsOf } from "./deciding.js";
import { BeforeTrick, Cover, Order, TellDeck } from "./deck.js";
import { Awards, GameEnd, resultSentence, RoundEnd } from "./ends.js";
import { cardMarks } from "./hint.js";
import { Keeping, OTHER_ADDRESS } from "./keeping.js";
import { begunWith, keepPurpose, purposeOf, showGame, shownGame } from "./kept.js";
import { markedIn } from "./mistakes.js";
import { Helping, ModeChip, ModeSheet, Warning } from "./modes.js";
import { stepsOf } from "./motion.js";
import { DiamsTurn } from "./market.js";
import { DiamsSums, inColours, MoveList, PiecesTable } from "./pieces.js";
import { keepPlayed } from "./record.js";
import { GameSheet } from "./sheets.js";
import { Showing } from "./showing.js";
import { sound } from "./sound.js";
import { Story } from "./story.js";
import { keepSetting, setting } from "./storage.js";
import { announce, Component, createRef, html, Icon, IconButton, saveFile } from "./ui.js";
import { capital, cardOf, Chip, clause, indexOf, listed, problemText, spoken, spokenMove, you } from "./words.js";

/** @typedef {import("./types.js").Live} Live */
/** @typedef {import("./deciding.js").PlayState} PlayState */

/** The number of the round that is played. @param {Live} live */
const roundOf = ({ table }) => table.record.rounds?.length ?? 1;
/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** @extends {Component<import("./main.js").ScreenProps, PlayState>} */
export class PlayScreen extends Component {
  /** @type {PlayState} */
  state = { live: null, view: null, isBusy: false, gains: "", thinking: -1, say: null, last: null, raised: new Set(), queued: "",
    robbing: null, awards: [], hint: null, warning: "", objective: "", trouble: null, sheet: "", isClosed: false, asked: null };
  /** @type {Live | null} what the server sent last, whose steps may still be shown */
  live = null;
  seat = ""; // of several people at this page the one who looks at it
  /** @type {{current: HTMLElement | null}} */
  root = createRef();
  showing = new Showing(this);
  keeping = new Keeping(this);
  help = new Helping(this);
  /** @type {object | null} the thinking whose moves are shown; null: they come too late */
  thought = null;
  isThinking = false;
  /** @type {Map<number, {text: string, notation: string}[]>} what happened, by step */
  story = new Map();
  /** @type {string[]} what is to be heard */
  heard = [];
  received = ""; // the round whose received cards were told
  isActing = false;
  /** @type {string[]} what was entered at a real table after a card that is changed */
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
    for (const { step, text, notation } of live.story) this.story.get(step)?.push({ text: inColours(text), notation });
    if (before && before.id === live.id && live.steps < before.steps) {
      for (const step of [...this.story.keys()]) if (step > live.steps) this.story.delete(step);
      this.setState({ last: null });
    }
    if (!before || (!this.isCards && !told && !this.showing.isRunning)) return this.settle();
    if (told) return this.show([{ kind: "told", live, ...told }]);
    if (!this.isCards) return undefined;
    const isGoingOn = before.id === live.id && before.steps >= live.untold &&
      roundOf(before) === roundOf(live) && (before.viewer === live.viewer || !live.hand_over);
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
    const { live: shown } = this.state;
    const isTheirs = shown?.id === live.id && shown.viewer === live.viewer;
    const isSame = isTheirs && shown.steps === live.steps;
    const view = this.isCards ? viewOf(live.table, this.names, this.first, live.turn?.seat ?? null) : null;
    const asked = !this.isMine && (isTheirs || !shown) ? this.state.asked : null; // what was asked while others moved is for this decision
    const fresh = isSame ? {} : { raised: new Set(), robbing: null, hint: null, warning: "", isClosed: false, asked };
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

  get isMine() {
    return isMine(this.state.live);
  }

  /** Whether the game is over, and whoever sits at the bottom has won it. */
  get hasWon() {
    const { sides = [], shares = null } = this.live?.score ?? {};
    return !this.live?.turn && Boolean(shares?.some((share, side) => share && sides[side]?.includes(`P${this.first + 1}`)));
  }

  /** The suit that whoever is to play has to follow, and can; "" for none. */
  get led() {
    const { view } = this.state;
    const led = view?.trick[0]?.[0] ?? "";
    return view?.hands[view.first]?.some((card) => card[0] === led) ? led : "";
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
    if (isEngine(this.live)) await this.think();
    await this.showing.done;
    if (!this.live) return;
    if (isEngine(this.live)) {
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
    if (this.hasWon) sound("win");
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
    if (this.live.companion && this.isCards && this.help.canAsk) this.help.ask(); // what a companion is there for
    else this.help.watch();
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

  async think() {
    const { id } = /** @type {Live} */ (this.live);
    const thought = (this.thought = {});
    let isBack = false;
    this.isThinking = true;
    try {
      const final = await Question.ask("turn", { id, seat: this.seat }, (event) => {
        if (this.thought !== thought || this.live?.id !== id) return;
        if (event.event === "moved") {
          this.take(event.state, this.isCards ? null : { seat: indexOf(event.seat), text: inColours(event.told.join(" ")) });
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
    announce(trouble ? problemText(trouble) : "");
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
      while (next.can_undo && next.steps >= live.steps - left)
        next = await ask("play", { action: "undo", id: next.id, steps: next.steps, seat: this.seat });
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

  /** Keeps a card until it can be played, or lets go of it; what is shown is hurried on. @param {string} card "" for none */
  queue(card) {
    this.setState({ queued: card });
    announce(card ? `${capital(spoken(card))} next.` : "Nothing is played next.");
    this.showing.stage.isHurried = card !== "";
    this.showing.skip();
  }

  /** Does what pressing a card of one's hand does. @param {string} card @param {boolean} [isDouble] */
  press = (card, isDouble = false) => {
    const { change = {}, move, queue, refuse } =
      pressed(this.state, card, { live: this.live, isDouble, asksFirst: setting("ask", "off") === "on" });
    if (queue !== undefined) this.queue(queue);
    this.setState(change, () => change.robbing && this.focusOn(".rob"));
    if (move) this.choose(move);
    if (refuse) this.explain(refuse);
  };

  /** Plays a move, unless it is one to ask about first. @param {string} move */
  choose(move) {
    if (!this.help.warns(move)) this.play(move);
  }

  /** @param {string} selector */
  focusOn(selector) {
    /** @type {HTMLElement | null | undefined} */ (this.root.current?.querySelector(selector))?.focus({ preventScroll: true });
  }

  /** Whom the one who decides can rob now, and how. */
  get victims() {
    const moves = victimsOf(this.state);
    return moves && new Map([...moves].map(([seat, move]) => [seat, () => this.choose(move)]));
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

  /** Another game in place of this one. @param {Record<string, any>} body @param {string} [purpose] what it is played for */
  async again(body, purpose = "") {
    try {
      const next = await ask("play", { action: "begin", ...body });
      this.live = null;
      this.story.clear();
      this.setState({ live: null, last: null, asked: null });
      showGame(next.id, body["text"] ? null : body);
      keepPurpose(next.id, purpose);
      this.take(next);
      await this.go();
    } catch (error) {
      this.fail(error);
    }
  }

  // -- words

  turnWords() {
    const { live, view, thinking, robbing, isBusy } = this.state;
    const how = { names: this.names, isMine: this.isMine, isThinking: thinking >= 0, victims: robbing && [...robbing.moves.keys()] };
    return turnWords(isBusy ? null : live, this.isCards ? view : null, how);
  }

  turnSentence() {
    const { live } = this.state;
    if (live && !live.turn) return resultSentence(live);
    if (live?.turn && live.turn.seat === null && !live.turn.needs) return "The round is over.";
    const words = `${this.turnWords().join(" ")}.`;
    return words.startsWith("Your turn") || !this.isMine ? words : `Your turn. ${words}`;
  }

  // -- keys

  /** Whether a key does something. @param {string} key */
  key(key) {
    const { name, move = "" } = keyed(this.state, key, this.isThinking);
    const { live, view, hint, asked } = this.state;
    const deed = /** @type {Record<string, () => unknown>} */ ({
      skip: () => this.showing.skip(),
      unqueue: () => this.queue(""),
      unask: () => this.help.unask(),
      quiet: () => this.explain(null),
      stop: () => Question.stop(),
      close: () => this.help.close(),
      rob: () => this.choose(move),
      hint: () => (hint && !hint.isHidden ? this.setState({ hint: { ...hint, isOpen: !hint.isOpen } }) : this.help.ask()),
      values: () => hint && this.setState({ hint: { ...hint, isHidden: !hint.isHidden } }),
      mode: () => this.help.without || this.help.choose(),
      undo: () => live?.can_undo && !this.isSealed && this.act("undo"),
      explain: () => view && this.explain(asked === null ? "" : null),
      log: () => this.setState({ sheet: "log" }),
      text: () => this.setState({ sheet: "text" }),
      number: () => this.pressNumber(Number(key)),
    })[name];
    deed?.();
    return deed !== undefined;
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
    const selectors = ["#end-title", "#look", "#go-on", ".rob", ".counts button",
      ".deck button:not(:disabled)", ".hand button:not([aria-disabled])", ".mv button", ".hand button"];
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
        ${this.isLesson ? live.turn && html`<button type="button" class="quiet" id="skip-lesson" onClick=${() => this.props.go("start")}>Skip</button>` : live.turn && !live.companion ? html`<${ModeChip} name=${this.help.mode} onPress=${() => this.setState({ sheet: "mode" })} />` : null}
        ${this.state.isBusy ? html`<button type="button" class="quiet" id="skip" onClick=${() => this.showing.skip()}>Go on</button>` : null}
        <${IconButton} name="help" label="Rules and keys" onClick=${() => this.props.openSheet("rules", live.game)} />
      </header>
      ${view ? this.cardTable(view, live) : this.pieces(live)}
      ${this.help.sheet(live)}
      ${this.end(live)}
      ${sheet === "mode" ? html`<${ModeSheet} help=${this.help} onClose=${() => this.setState({ sheet: "" })} />` : sheet ? html`<${GameSheet} table=${this} live=${live} />` : null}
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

  /** What was told since the last move of whoever sits at the bottom. @returns {string[]} */
  get since() {
    if (this.state.isBusy) return [];
    const lines = [...this.story].sort(([one], [two]) => one - two).flatMap(([, ones]) => ones.map(({ text }) => text));
    return lines.slice(lines.findLastIndex((text) => text.startsWith(`${this.names[this.first]} `)) + 1);
  }

  /** The table of a game without suits. @param {Live} live */
  pieces(live) {
    const { turn, hand_over: handOver } = live;
    const common = { players: this.names, table: live.table, game: live.game,
      first: this.first, points: live.score.points, told: this.since };
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
    return live && view && this.isMine && (!hint || hint.isHidden) && this.words ? consequences(live, view) : this.help.marks;
  }

  /** @param {import("./board.js").View} view @param {Live} live */
  cardTable(view, live) {
    const { gains, thinking, isBusy, say, trouble, queued } = this.state;
    const { words } = this;
    const raised = queued ? new Set([queued]) : this.state.raised;
    const { turn } = live;
    const isOwn = this.isMine && !isBusy;
    const isChoosing = isOwn && Boolean(turn?.needs);
    const isTelling = !isBusy && turn && !isOwn && live.companion && (turn.source === "table" || turn.needs);
    const legal = new Set(live.moves.map(({ move }) => cardOf(move)));
    const led = view.trick[0]?.[0];
    const marks = cardMarks(this.marks, this.passed, this.names);
    const own = view.hands[view.first] ?? [];
    const canPress = isOwn && turn && ["card", "pass"].includes(turn.decision);
    const ranks = this.props.about.games[live.game]?.decks.find(({ players, variant }) => players === live.players.length &&
      variant === (live.table.record.variant ?? "standard"))?.ranks ?? 15;
    const decks = isTelling || (isChoosing && turn?.decision !== "pass") ? html`<${TellDeck} live=${live} view=${view} ranks=${ranks} onPlay=${(/** @type {string} */ move) => this.play(move)} onChange=${(/** @type {number} */ left) => this.change(left)} />` : null;
    return html`<${TeamStrip} view=${view} />
      ${decks ? html`<${Order} view=${view} />` : null}<div class="stage" onClick=${() => isBusy && this.showing.skip()}>
        <${Felt} view=${view} gains=${gains} thinking=${thinking} victims=${this.victims} middle=${this.middle(live, view)} />
        ${say ? html`<p class="say" style=${this.sayPlace(say.seat)} aria-hidden="true">${say.text}</p>` : null}
      </div>
      ${decks ? html`<div class="dock entering">${trouble ? this.logLine() : null}${decks}<${OwnPlate} view=${view} gains=${gains} />${own.length ? html`<${Hand} cards=${own} />` : null}${this.actions(live)}</div>` : html`<div class="dock">${words ? html`<${Bubble} words=${words} kind=${this.isLesson ? "always" : ""} />` : null}<${OwnPlate} view=${view} gains=${gains} />${this.isLesson && !trouble ? null : this.logLine()}${this.actions(live)}
        ${live.hand_over ? html`<${Cover} name=${this.names[indexOf(live.hand_over)]} onLook=${() => this.look()} />` : html`<${Hand} cards=${own} marks=${marks} raised=${raised} toggles=${isChoosing} why=${led ? mustFollow(led) : ""} onOff=${(/** @type {string} */ card) => this.explain(card)}
          canPlay=${canPress ? (/** @type {string} */ card) => isChoosing || legal.has(card) : null} onPress=${canPress || canQueue(this.state, this.live) ? this.press : null} />`}</div>`}
      ${this.state.awards.length ? html`<${Awards} steps=${this.state.awards} players=${this.names} took=${(this.live ?? live).table.took} round=${view.round} onNext=${() => this.showing.skip()} onSkip=${() => this.showing.skip(true)} />` : null}`;
  }

  /** Where a bubble is: at the actor's plate. @param {number} seat */
  sayPlace(seat) {
    const plate = this.showing.stage.place(`[data-seat="${seat}"]`);
    const root = this.root.current?.getBoundingClientRect();
    if (!plate || !root) return {};
    const half = this.isCards ? 120 : Math.min(158, root.width / 2); // of the widest one
    const left = Math.min(Math.max(plate.left + plate.width / 2, half), root.width - half);
    return { left: `${left}px`, top: `${seat === this.first ? plate.top - 44 : plate.bottom + 4}px`, position: "fixed" };
  }

  /** What stands in place of the trick. @param {Live} live @param {import("./board.js").View} view */
  middle(live, view) {
    const { turn } = live;
    const { isBusy, raised } = this.state;
    if (isBusy || !this.isMine || !turn || !["count", "actor", "pass"].includes(turn.decision)) return null;
    return html`<${BeforeTrick} live=${live} view=${view} raised=${raised} marks=${this.marks} onPress=${this.press} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
  }

  /** The line above the hand: what went wrong; else what was passed, or happened last, and whose turn it is. */
  logLine() {
    const { last, queued, trouble } = this.state;
    const [head, rest] = this.turnWords();
    const next = html`<span class="news first"><${Chip} card=${queued} /> is next · press it again to take it back</span>`;
    const old = html`<span class="old">${last?.text} ${last?.card ? html`<${Chip} card=${last.card} />` : null} ·</span>`;
    return html`<p class="log">${trouble ? this.troubleLine() : html`${queued ? next : this.passLine()}${last?.text || last?.card ? old : null}
      <span class="turn-text"><b>${head}</b> ${rest}</span>`}</p>`;
  }

  /** What was passed, until one plays; on a phone it gives way to what there is to follow. */
  passLine() {
    const { names, passed } = this;
    const { live, view } = this.state;
    if (!passed || !view) return null;
    const chips = (/** @type {string[]} */ cards) => cards.map((card) => html` <${Chip} card=${card} />`);
    const who = `${view.teams && live?.table.record.teams ? "Your partner " : ""}${clause(names[passed.giver] ?? "", "passes")}`;
    return html`<span class=${`news ${this.isMine && view.trick.length ? "" : "first"}`}>${who} you${chips(passed.cards)}<span class="gave"> ·
      you gave${chips(passed.gave)} to ${you(names[passed.receiver] ?? "")}</span></span>`;
  }

  /** What went wrong; a game whose program is gone can be saved and tried again. */
  troubleLine() {
    const { trouble } = this.state;
    if (!trouble) return null;
    const { code } = trouble;
    const again = () => {
      this.setState({ trouble: null });
      this.keeping.resume(shownGame());
    };
    const ways = html` <button type="button" onClick=${() => this.keeping.save()}>Save</button> <button type="button" id="retry" onClick=${again}>Try again</button>`;
    return html`<span class="trouble" role="alert">${code === "E-GONE" ? "The program has ended. Your game is kept here." : problemText(trouble)}
      ${["E-GONE", OTHER_ADDRESS.code].includes(code) ? ways : null}</span>`;
  }

  /** @param {Live} live */
  actions(live) {
    const { warning } = this.state;
    if (warning) return html`<${Warning} help=${this.help} move=${warning} onPlay=${() => this.play(warning)} />`;
    const isStopped = isEngine(this.live) && !this.isThinking && !this.state.isBusy;
    const isGuided = purposeOf(live.id) === "guided";
    const undo = html`<button type="button" id="undo" disabled=${!live.can_undo || this.isSealed} onClick=${() => this.act("undo")}><${Icon} name="undo" />Undo</button>`;
    if (this.isLesson) return html`<div class="acts">${undo}<button type="button" id="all-rules" onClick=${() => this.props.openSheet("rules", live.game)}>All rules</button></div>`;
    return html`<div class="acts">
      ${undo}
      ${isGuided ? html`<button type="button" id="explain" aria-pressed=${String(this.state.asked === "")} onClick=${() => this.explain(this.state.asked === "" ? null : "")}>Explain</button>` : html`<button type="button" class="w" id="log" onClick=${() => this.setState({ sheet: "log" })}><${Icon} name="log" />Log</button>`}
      ${isStopped ? html`<button type="button" class="main" id="go-on" onClick=${() => this.go()}>Go on</button>` : html`<button type="button" class=${live.turn?.decision === "pass" || this.victims ? "" : "main"} id="hint" disabled=${!this.help.canAsk} onClick=${() => this.help.ask()}><${Icon} name="bulb" />Hint</button>`}
    </div>`;
  }

  /** The moves of a game without suits. @param {Live} live */
  otherMoves(live) {
    const { turn } = live;
    if (!turn || live.hand_over || this.state.isBusy) return null;
    return html`<${MoveList} key=${live.steps} moves=${live.moves} turn=${turn} marks=${this.marks} canPlay=${this.isMine || turn.source === "table" || turn.seat === null} onPlay=${(/** @type {string} */ move) => this.play(move)} />`;
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
    if (!live.turn) return html`<${GameEnd} ...${common} mistakes=${mistakes} onAgain=${() => this.again(begunWith(live.id) ?? another(live, this.isCards))} onSave=${onSave} onClose=${onClose} />`;
    return live.turn.decision === "next" ? html`<${RoundEnd} ...${common} onNext=${() => this.play("next")} />` : null;
  }
}
