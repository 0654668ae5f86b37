// Beat me on the same cards: a link carries a deal and how it was played. Whoever opens it plays the same cards first, against others who
// answer the same cards with the same moves, and then sees both lines side by side. A deal is that of a day, or of another number.

import { ask, problemsOf, Question } from "./api.js";
import { bodyOf, finishDay, handsOf, hasPass, isDate, playedOn, recordOf, TenCards, written } from "./daily.js";
import { gameFor, keptGame } from "./kept.js";
import { keepSetting, setting } from "./storage.js";
import { announce, Component, CopyButton, createRef, html, Problems } from "./ui.js";
import { cardOf, cardsOf, Chip, counted, indexOf, MoveChip, roughPoints, SUITS, victimOf } from "./words.js";

/** @typedef {import("./judged.js").Decision} Decision */
/**
 * `day`: as `2026-11-27`, or of no day `1-234567890`, `2-` where cards are passed first; `moves`: of the whole round, none where nobody has
 * played it yet, a pass of each seat in front where cards are passed.
 * @typedef {{day: string, moves: string[], name: string}} Challenge
 */
/** @typedef {import("./types.js").CardTable} CardTable */

const RANKS = 15;
const SEATS = "89-_"; // the characters for whom a move robs; all others are cards
const CARDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567";
const LAST = 1 << 16; // a number beyond the last decision: the table at the end
const PLAYERS = ["You", "Ann", "Bob", "Cy"];
export const BEAT = "beat "; // begins the purpose of a game; the rest is the code of the link

/**
 * A round as a link has it: a character for each card, and one for whom it robs; in front how many cards each passes, where some are.
 * @param {string} day @param {string[]} moves such as `D4+S3`, `C3>P1` or `>P1`
 */
export function writeMoves(day, moves) {
  const letter = (/** @type {string} */ card) => CARDS[SUITS.indexOf(card[0] ?? "") * RANKS + Number(card.slice(1)) - 1];
  const short = (/** @type {string} */ move) => `${cardOf(move) ? letter(cardOf(move)) : "."}${SEATS[victimOf(move)] ?? ""}`;
  const count = hasPass(day) && moves[0] ? moves[0].split("+").length : "";
  return [count, ...moves.flatMap((move) => move.split("+").map(short))].join("");
}

/** @param {string} day @param {string} text @returns {string[]} */
function readMoves(day, text) {
  const count = hasPass(day) ? Number(text[0] ?? 0) : 0;
  const moves = readLetters(count ? text.slice(1) : text);
  const passes = count ? PLAYERS.map((_, seat) => moves.slice(seat * count, (seat + 1) * count).join("+")) : [];
  return [...passes, ...moves.slice(passes.length * count)];
}

/** @param {string} text */
function readLetters(text) {
  return [...text.matchAll(/([A-Za-z0-7.])([89_-])?/g)].map(([, card = "", seat = ""]) => {
    const place = CARDS.indexOf(card);
    return `${place < 0 ? "" : `${SUITS[Math.floor(place / RANKS)]}${(place % RANKS) + 1}`}${seat ? `>P${SEATS.indexOf(seat) + 1}` : ""}`;
  });
}

/** What a link carries; null where it is none. @param {string} text a link, or what it ends with @returns {Challenge | null} */
export function readChallenge(text) {
  const [, number = "", moves = "", name = ""] = /(?:^|beat\/)(\d{8,10})\/([\w.-]*)\/([^\s/#]*)$/.exec(text.trim()) ?? [];
  if (!number) return null;
  const day = number.length > 8 ? `${number[0]}-${number.slice(1)}` : `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`;
  try {
    return { day, moves: readMoves(day, moves), name: decodeURIComponent(name) };
  } catch {
    return null; // an escape that is none
  }
}

/** What a link ends with. @param {Challenge} challenge */
export function codeOf({ day, moves, name }) {
  return `${day.replaceAll("-", "")}/${writeMoves(day, moves)}/${encodeURIComponent(name)}`;
}

/**
 * A round on the cards of a link is over: the first one counts. What the link ends with.
 * @param {string} purpose of its game @param {import("./types.js").Live} live
 */
export function finishBeat(purpose, live) {
  const code = purpose.slice(BEAT.length);
  finishDay(readChallenge(code)?.day ?? "", live);
  return code;
}

/** What whoever sits first played, by tricks. @param {CardTable} table */
function ownMoves({ tricks }) {
  const count = PLAYERS.length;
  const whole = tricks.filter(({ trick }) => trick !== null);
  return whole.map(({ leader, moves }) => moves.filter(cardOf)[(count - indexOf(leader)) % count] ?? "");
}

/** The table at the end of a round. Raises Problems for one that cannot be, or is not over. @param {string} text */
async function ended(text) {
  const { state } = await ask("game", { text, number: LAST });
  if (state.tricks_left) throw new Error("the round of this link is not over");
  return /** @type {CardTable} */ (state);
}

/** The decisions of a round but for how many cards are passed, which somebody else says. @param {string} text */
async function decisionsOf(text) {
  const { decisions } = await ask("game", { text });
  return /** @type {Decision[]} */ (decisions).filter(({ decision }) => decision !== "count");
}

/** What whoever sits first gave away by the pass, as a review judges it: a hint would value its best passes alone. @param {string} text */
async function passLoss(text) {
  const number = (await decisionsOf(text)).find(({ seat }) => seat === "P1")?.number ?? 0;
  let loss = NaN;
  await Question.ask("analyse", { text, round: 1, seat: "P1", hindsight: false, until: number }, (event) => {
    if (event.event === "judged" && event.decision.number === number) loss = event.decision.known?.loss ?? NaN;
  });
  return loss;
}

/**
 * Two rounds of the same deal. `parted`: the first decision that differs; `cost`: what one's own move there was worth more than the
 * other's, by what could be known; null where somebody else's differed, or it is not known yet.
 * @typedef {{theirs: CardTable, parted: Decision | undefined, other: string, cost: number | null}} Compared
 */

/**
 * @typedef {import("./types.js").Problem} Problem
 * @typedef {{compared: Compared | null, mine: CardTable | null, moves: string[], problems: Problem[], name: string}} BeatState
 * @extends {Component<import("./main.js").ScreenProps, BeatState>}
 */
export class BeatScreen extends Component {
  challenge = readChallenge(location.hash);
  text = this.challenge && playedOn(this.challenge.day); // the own round
  isGone = false;
  /** @type {{current: HTMLInputElement | null}} */
  pasted = createRef();
  /** @type {BeatState} */
  state = { compared: null, mine: null, moves: [], problems: [], name: setting("name", "") };

  componentDidMount() {
    this.props.listen(() => false);
    if (this.text) this.compare(this.text).catch((error) => this.isGone || this.setState({ problems: problemsOf(error) }));
  }

  componentWillUnmount() {
    this.isGone = true;
    Question.stop();
  }

  get other() {
    return this.challenge?.name || "Somebody";
  }

  /** Sets the own round beside the other one. @param {string} text */
  async compare(text) {
    const { day, moves } = /** @type {Challenge} */ (this.challenge);
    const mine = await ended(text);
    const decisions = await decisionsOf(text);
    this.setState({ mine, moves: decisions.map(({ move }) => move) });
    if (!moves.length) return;
    const record = recordOf(day, moves);
    const theirs = await ended(record);
    const at = decisions.findIndex(({ move }, index) => move !== moves[index]);
    const [parted, other = ""] = [decisions[at], moves[at]];
    const compared = { theirs, parted, other, cost: /** @type {number | null} */ (null) };
    if (this.isGone) return;
    this.setState({ compared }, () => announce(`${this.sentence()}.`));
    if (parted?.seat !== "P1") return;
    const cost = parted.decision === "pass" ? (await passLoss(record)) - (await passLoss(text)) : await this.gain(text, parted, other);
    if (!this.isGone) this.setState({ compared: { ...compared, cost } });
  }

  /** How much more an own move was worth than another one. @param {string} text @param {Decision} parted @param {string} other */
  async gain(text, { number, move: own }, other) {
    const { id } = await ask("play", { action: "begin", text, number, sources: bodyOf(this.challenge?.day ?? "").sources });
    const advice = await Question.ask("hint", { id, seat: "" }, () => {});
    const found = /** @type {import("./types.js").AdvisedMove[]} */ (advice?.moves ?? []);
    const mean = (/** @type {string} */ wanted) => found.find(({ move }) => move === wanted)?.mean ?? NaN;
    return mean(own) - mean(other);
  }

  /** Begins a round on these cards. @param {Challenge} challenge */
  async play(challenge) {
    try {
      this.props.go("play", { live: await ask("play", { action: "begin", ...bodyOf(challenge.day) }), purpose: BEAT + codeOf(challenge) });
    } catch (error) {
      this.setState({ problems: problemsOf(error) });
    }
  }

  /** Who made more. */
  sentence() {
    const { compared, mine } = this.state;
    const points = mine?.points[0] ?? 0;
    if (!compared) return mine ? `You made ${counted(points, "point")}` : "";
    const ahead = points - (compared.theirs.points[0] ?? 0);
    if (ahead > 0) return `You beat ${this.other} by ${ahead}`;
    return ahead ? `${this.other} is ${-ahead} ahead of you` : `Level with ${this.other}`;
  }

  /** Where the two lines parted. @param {Compared} compared */
  parting({ parted, other, cost }) {
    if (!parted) return "You played the same cards, trick by trick.";
    const before = parted.decision === "pass" ? "Before the first trick" : "At the awards";
    const place = parted.trick === null ? before : `In trick ${parted.trick}`;
    if (parted.seat !== "P1") {
      return `${place} the others answered differently, by another version of the program: a new round from there.`;
    }
    const chip = (/** @type {string} */ move) => html`<${MoveChip} move=${move} players=${PLAYERS} />`;
    const worth = () => {
      if (cost === null) return "what that cost is being worked out …";
      if (Number.isNaN(cost)) return "what that cost is open.";
      if (Math.abs(cost) < 0.05) return "as far as one could know, one is as good as the other.";
      return html`as far as one could know, yours was worth about <b>${roughPoints(cost, false)}</b> ${cost > 0 ? "more" : "less"}.`;
    };
    const did = parted.decision === "pass" ? "passed" : "chose";
    return html`${place} you ${did} ${chip(parted.move)} and ${this.other} ${did} ${chip(other)}: ${worth()}`;
  }

  /** Both lines by tricks, in front what was passed. @param {CardTable} mine @param {Compared} compared */
  lines(mine, { theirs, parted }) {
    const { day, moves } = /** @type {Challenge} */ (this.challenge);
    const [own, others] = [ownMoves(mine), ownMoves(theirs)];
    const chips = (name = "", move = "") => html`<span><span class="sr">${name}: </span>
      ${cardsOf(move).map((card) => html`<${Chip} card=${card} />`)}</span>`;
    const item = (head = "", move = "", other = "", isParted = false) => html`<li class=${isParted ? "parted" : ""}>
      <span class="xs soft">${head}</span>${chips("you", move)}${chips(this.other, other)}</li>`;
    const passed = hasPass(day) ? item("passed", this.state.moves[0], moves[0], parted?.decision === "pass") : null;
    return html`${passed && html`<ol class="beat-lines passed">${passed}</ol>`}
      <ol class="beat-lines">${own.map((move, index) => item(String(index + 1), move, others[index], index + 1 === parted?.trick))}</ol>
      <p class="xs soft">above you, below ${this.other}</p>`;
  }

  /** The link of the own round. */
  sending() {
    const { name, moves } = this.state;
    const { day } = /** @type {Challenge} */ (this.challenge);
    const link = `${location.href.split("#")[0]}#beat/${codeOf({ day, moves, name })}`;
    const type = (/** @type {InputEvent} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      keepSetting("name", value);
      this.setState({ name: value });
    };
    return html`<section class="sheet"><h2>Challenge somebody</h2>
      <p class="small soft">The link has the cards and how you played them. Pass it on as you like: whoever opens it plays first.</p>
      <div class="opt"><label for="own-name">Your name in it</label>
        <input id="own-name" type="text" maxlength="20" autocomplete="nickname" value=${name} onInput=${type} /></div>
      <p class="beat-link" id="beat-link">${link}</p>
      <div class="foot"><${CopyButton} text=${() => link} label="Copy the link" /></div></section>`;
  }

  render() {
    const { challenge, text } = this;
    const { compared, mine, problems } = this.state;
    if (!challenge) return this.opening();
    const when = isDate(challenge.day) ? ` · ${written(challenge.day, { day: "numeric", month: "short" })}` : "";
    if (!text) {
      const begun = gameFor(BEAT + codeOf(challenge));
      const isBegun = keptGame(begun) !== undefined;
      const press = () => (isBegun ? this.props.go("play", { resume: begun }) : this.play(challenge));
      return html`<main class="start narrow"><section class="offer day velvet">
          <div class="when"><h1>${challenge.moves.length ? `${this.other} has played these cards` : "A round to play"}</h1>
            <p>Play them first; then you see both rounds side by side.${" "}
              ${hasPass(challenge.day) ? "Cards are passed before the first trick. " : ""}
              Nothing helps, and the first round counts.</p></div>
          <${TenCards} cards=${handsOf(challenge.day)[0] ?? []} />
          <div class="row"><span class="sp"></span>
            <button type="button" class="main" id="beat" onClick=${press}>${isBegun ? "Go on" : "Play"}</button></div></section>
        <${Problems} problems=${problems} /></main>`;
    }
    const theirs = compared && html` <i aria-hidden="true">:</i> <span><b>${compared.theirs.points[0]}</b> ${this.other}</span>`;
    return html`<main class="start narrow">
      <section class="offer velvet score"><p>Same cards${when}</p><h1>${this.sentence() || "opening …"}</h1>
        ${mine ? html`<p class="big num"><span><b>${mine.points[0]}</b> you</span>${theirs}</p>` : null}</section>
      <${Problems} problems=${problems} />
      ${mine && compared ? html`<section class="sheet"><h2>Where it parted</h2>${this.lines(mine, compared)}
        <p class="small" role="status">${this.parting(compared)}</p></section>` : null}
      ${mine ? this.sending() : null}
      <div class="foot">
        <button type="button" id="review" onClick=${() => this.props.go("review", { text, name: "You" })}>Review my round</button>
        <button type="button" onClick=${() => this.props.go("beat")}>Other cards</button></div></main>`;
  }

  /** Without a link: new cards, or a link to open. */
  opening() {
    const open = () => {
      const found = readChallenge(this.pasted.current?.value ?? "");
      if (found) this.props.go(`beat/${codeOf(found)}`);
      else this.setState({ problems: [{ code: "", message: "this is not a link to a round", hint: "it has #beat/ in it" }] });
    };
    const fresh = (/** @type {number} */ kind) => {
      const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
      return this.play({ day: `${kind}-${String(number % 1_000_000_000).padStart(9, "0")}`, moves: [], name: "" });
    };
    return html`<main class="start narrow"><section class="offer day velvet"><div class="when"><h1>Beat me on the same cards</h1>
          <p>Play a round and send its link. Whoever opens it plays the same cards; then both rounds stand side by side.</p></div>
        <div class="row"><span class="sp"></span>
          <button type="button" id="beat-pass" onClick=${() => fresh(2)}>With a pass</button>
          <button type="button" class="main" id="beat-new" onClick=${() => fresh(1)}>Deal new cards</button></div></section>
      <section class="sheet"><h2><label for="beat-pasted">Open a link</label></h2>
        <div class="row"><input ref=${this.pasted} id="beat-pasted" type="text" autocomplete="off" placeholder="…#beat/…" />
          <button type="button" id="beat-open" onClick=${open}>Open</button></div></section>
      <${Problems} problems=${this.state.problems} /></main>`;
  }
}
