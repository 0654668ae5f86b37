// What the browser keeps of reviewed games for practice: the positions in which something was lost, losses by kind, and when to ask again.

import { ask } from "./api.js";
import { knownRows, reasonOf } from "./judged.js";
import { keepSetting, keptList, keptValue, valuesLike } from "./storage.js";
import { indexOf } from "./words.js";

const MOST = 60; // games,
const MOST_TEXT = 3_000_000; // and characters of all of them: a browser has room for five million
const GAMES = "reviews"; // in localStorage
const PROGRESS = "practice";
const FORMAT = 1; // of what is kept there

/**
 * @typedef {import("./judged.js").Decision} Decision
 * @typedef {{one: Decision, key: string, weight: number, loss: number, mark: string, why: string, rows: import("./judged.js").Row[]}} Mistake
 *   `key`: as the file of `diamonds practice` has it
 * @typedef {{game: string, text: string, players: string[], chance: boolean, mistakes: Mistake[], losses: Record<string, [number,
 *   number]>[], cards?: Cards[]}} Reviewed `losses`: by seat, for each kind of decision the sum and the number
 * @typedef {Record<string, Record<string, number>>} Cards by the number of a judged card what each card that could be played would lose
 *
 * @typedef {{box: number, due: string, answers: number, right: number}} Progress
 * @typedef {{game: Reviewed, mistake: Mistake}} Question
 */

const SAMPLE = /** @type {Reviewed} */ (/** @type {unknown} */ ({ game: "", text: "", players: [""], chance: false,
  mistakes: [{ one: { seat: "", kind: "" }, key: "", weight: 0, loss: 0, mark: "", why: "", rows: [{ move: "" }] }], losses: [{}] }));

/** @returns {Reviewed[]} in the order of coming; without what an earlier version kept, which has no keys */
export function reviewedGames() {
  return keptList(GAMES, SAMPLE);
}

/** @param {Reviewed} game takes the place of what was kept of it */
function keep(game) {
  const all = [...reviewedGames().filter((other) => other.text !== game.text), game].slice(-MOST).map((each) => JSON.stringify(each));
  while (all.length > 1 && all.join().length > MOST_TEXT) all.shift();
  keepSetting(GAMES, `[${all}]`);
}

/**
 * What a review has for practice.
 * @param {{game: import("./judged.js").Game, objective: {chance: boolean, margin: number}, said: Map<number,
 *   import("./judged.js").Judgement>, mistake: number, isUsual?: boolean}} review `mistake`: the least loss that gets a mark as such;
 *   `isUsual`: judged by the points that the page judges by
 */
export async function keepReview({ game, objective, said, mistake, isUsual = true }) {
  /** @type {Record<string, [number, number]>[]} */
  const losses = game.players.map(() => ({}));
  /** @type {Cards[]} */
  const cards = game.players.map(() => ({}));
  /** @type {Promise<Mistake>[]} */
  const mistakes = [];
  for (const one of game.decisions) {
    const judgement = said.get(one.number);
    if (!judgement?.known) continue;
    const { known, mark } = judgement;
    const own = losses[indexOf(one.seat)] ?? {};
    const [sum, count] = own[one.kind] ?? [0, 0];
    own[one.kind] = [sum + (known.split_loss ?? 0), count + 1];
    const all = cards[indexOf(one.seat)];
    if (all && one.decision === "card") all[one.number] =
      Object.fromEntries(known.moves.flatMap(({ move, loss }) => (loss === null ? [] : [[move, Number(loss.toFixed(4))]])));
    const rows = knownRows(known, objective.margin);
    if (!known.sure_loss || !rows.find((row) => row.move === one.move)?.worse) continue;
    const kept = { one, weight: known.sure_loss / mistake, loss: known.loss, mark, why: reasonOf(judgement), rows };
    mistakes.push(ask("game", { text: game.text, number: one.number, seen: true }).then(({ key }) => ({ ...kept, key })));
  }
  keep({ game: game.game, text: game.text, players: game.players, chance: objective.chance,
    mistakes: await Promise.all(mistakes), losses, ...(isUsual ? { cards } : {}) });
}

/** @param {import("./judged.js").Judged} judged */
export function keepMistakes(judged) {
  const { game, objective, said } = judged;
  return keepReview({ game, objective, said: said.known, mistake: objective.chance ? 0.1 : 0.5 });
}

/** @param {Date} day as `2026-11-26` */
export function dayOf(day) {
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
}

/** @returns {Record<string, Progress>} */
function positions() {
  return valuesLike(keptValue(PROGRESS, { practice: FORMAT, positions: {} }).positions, { box: 0, due: "", answers: 0, right: 0 });
}

/** The positions of a player, each once, the most instructive first. @param {string} player @returns {Question[]} */
export function questionsOf(player) {
  const all = reviewedGames().flatMap((game) =>
    game.mistakes.filter(({ one }) => game.players[indexOf(one.seat)] === player).map((mistake) => ({ game, mistake })),
  );
  const byKey = new Map(all.reverse().map((question) => [question.mistake.key, question]));
  return [...byKey.values()].sort((a, b) => b.mistake.weight - a.mistake.weight);
}

/** What habits are looked for in: a player's judged cards, by game. @param {string} player */
export function judgedOf(player) {
  return reviewedGames().flatMap(({ game, text, players, cards }) => {
    const losses = cards?.[players.indexOf(player)];
    return game === "diamonds" && losses && Object.keys(losses).length ? [{ text, losses }] : [];
  });
}

/** How many marked decisions a player has in a game; null if it has not been reviewed here. @param {string} text @param {string} player */
export function markedIn(text, player) {
  const game = reviewedGames().find((one) => one.text === text);
  return game ? game.mistakes.filter(({ one, mark }) => mark && game.players[indexOf(one.seat)] === player).length : null;
}

/** What a player gave away in a game by what was known; null if it has not been reviewed here. @param {string} text @param {string} player */
export function givenAwayIn(text, player) {
  const game = reviewedGames().find((one) => one.text === text);
  const losses = game?.losses[game.players.indexOf(player)];
  return losses ? Object.values(losses).reduce((sum, [lost]) => sum + lost, 0) : null;
}

/**
 * The worst mark of each trick of a player in a game of one round, "" for none; null if it has not been reviewed here.
 * @param {string} text @param {string} player
 */
export function marksIn(text, player) {
  const game = reviewedGames().find((one) => one.text === text);
  const marks = ["?!", "?", "??"];
  const own = game?.mistakes.filter(({ one }) => game.players[indexOf(one.seat)] === player);
  return own ? Array.from({ length: 10 }, (_, trick) =>
    marks.findLast((mark) => own.some((each) => each.mark === mark && each.one.trick === trick + 1)) ?? "") : null;
}

/** Whether it is to be asked today. @param {Question} question */
export function isDue({ mistake }) {
  return (positions()[mistake.key]?.due ?? "") <= dayOf(new Date());
}

/**
 * Keeps an answer, as the file of `diamonds practice` has it; in how many days the position comes again.
 * @param {Question} question @param {boolean} isRight @param {number[]} days by box
 */
export function keepAnswer({ mistake: { key } }, isRight, days) {
  const all = positions();
  const before = all[key] ?? { box: 0, due: "", answers: 0, right: 0 };
  const box = isRight ? Math.min(before.box + 1, days.length - 1) : 0;
  const later = days[box] ?? 1;
  const day = new Date();
  day.setDate(day.getDate() + later);
  all[key] = { box, due: dayOf(day), answers: before.answers + 1, right: before.right + (isRight ? 1 : 0) };
  keepSetting(PROGRESS, JSON.stringify({ practice: FORMAT, positions: all }));
  return later;
}

/** All answers, as a file that `diamonds practice --progress` reads. */
export function progressFile() {
  const lines = Object.entries(positions()).map(([key, item]) => `  ${JSON.stringify(key)}: ${JSON.stringify(item)}`);
  return `{"practice": ${FORMAT}, "positions": {\n${lines.join(",\n")}\n}}\n`;
}

/** Takes in the text of such a file, if it is one; of a position that both have, what was answered more often counts. @param {string} text */
export function takeProgress(text) {
  if (Number(/^\s*\{\s*"practice":\s*(\d+)/.exec(text)?.[1]) !== FORMAT) return false;
  const all = positions();
  for (const [key, progress] of Object.entries(/** @type {Record<string, Progress>} */ (JSON.parse(text).positions)))
    if (progress.answers > (all[key]?.answers ?? 0)) all[key] = progress;
  keepSetting(PROGRESS, JSON.stringify({ practice: FORMAT, positions: all }));
  return true;
}

/**
 * What a player lost for each decision of a kind, game by game; null without such a decision.
 * @param {string} player @returns {{game: string, chance: boolean, kind: string, number: number, loss: number, games: (number | null)[]}[]}
 */
export function lossesOf(player) {
  const all = reviewedGames().filter(({ players }) => players.includes(player));
  return [...new Set(all.map(({ game }) => game))].flatMap((name) => {
    const same = all.filter(({ game }) => game === name);
    const by = same.map(({ players, losses }) => losses[players.indexOf(player)] ?? {});
    return [...new Set(by.flatMap((losses) => Object.keys(losses)))].map((kind) => {
      const found = by.flatMap((losses) => (losses[kind] ? [losses[kind]] : []));
      const number = found.reduce((sum, [, count]) => sum + count, 0);
      const games = by.map((losses) => (losses[kind] ? losses[kind][0] / losses[kind][1] : null));
      return { game: name, chance: same[0]?.chance ?? false, kind, number,
        loss: found.reduce((sum, [lost]) => sum + lost, 0) / number, games };
    });
  });
}
