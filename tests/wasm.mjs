// Answers questions to the core in WebAssembly: node tests/wasm.mjs CORE.wasm < questions.json. Bytes and 64-bit numbers are hexadecimal.
import fs from "node:fs";
import { register } from "node:module";
import { about } from "../app/about.js";
import { adviser, working } from "../app/advice.js";
import { loadCore } from "../app/core.js";
import { knowledge } from "../app/knowledge.js";
import { decide } from "../app/levels.js";
import { adviceOf, judgeHindsight, judgeKnown } from "../app/judging.js";
import { choices, passAdviser, passName } from "../app/passing.js";
import { solving } from "../app/solution.js";

// As the import map of index.html has it.
const pages = new URL("../src/diamonds_solver/web/static/", import.meta.url).href;
register(`data:text/javascript,export const resolve = (name, context, next) => next(name.replace(/^page\\//, "${pages}"), context);`);
const { Playing } = await import("../app/playing.js");
const { replay } = await import("../app/rounds.js");
const { Review } = await import("../app/reviewing.js");
const { check, deal, played, standing } = await import("../app/solving.js");

const { keepGame, keptGames } = await import("page/kept.js");

const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (array) => Buffer.from(array).toString("hex");
const doubles = (array) => new Float64Array(bytes(array).buffer);
const number = (text) => BigInt(`0x${text}`);

/** Seconds of the processor that a call takes, beside what it returns. */
function timed(call) {
  const before = process.cpuUsage();
  const answer = call();
  const { user, system } = process.cpuUsage(before);
  return { ...answer, seconds: (user + system) / 1e6 };
}

const instantiate = WebAssembly.instantiate;
let memory;
WebAssembly.instantiate = async (...given) => {
  const instance = await instantiate(...given);
  ({ memory } = instance.exports);
  return instance;
};

const core = await loadCore(fs.readFileSync(process.argv[2]), 64);
const ANSWERS = {
  rules({ position }) {
    const start = bytes(position);
    core.check(start);
    const moves = core.moves(start);
    const each = (played) => Array.from({ length: moves.length / 3 }, (_, i) => hex(played(start, moves.slice(3 * i, 3 * i + 3))));
    return { seat: core.toMove(start), moves: hex(moves), after: each((...ask) => core.played(...ask)[0].position) };
  },
  netPass({ game, hand, count }) {
    const asked = { ...game, deck: number(game.deck) };
    return { answer: core.hasPassNet(asked, number(hand)) ? core.passChoices(asked, [number(hand)], count)[0].toString(16) : null };
  },
  solve({ position, ...options }) {
    return timed(() => ({ result: hex(core.solve(bytes(position), options)) }));
  },
  playouts({ worlds, seen, moves, seed, goal, policy, isPerfect }) {
    const utility = { goal, roundsLeft: 0, sigma: 0 };
    const ask = { worlds: bytes(worlds), seen: number(seen), moves: bytes(moves), seed: number(seed), utility, policy, isPerfect };
    const { values, parts } = core.playouts(ask);
    return { values: hex(values), parts: hex(parts) };
  },
  /** A tree that is grown in steps. */
  search({ worlds, seen, seed, simulations, ...options }) {
    const all = bytes(worlds);
    const tree = core.tree(all.slice(0, core.size("Position")), { seed: number(seed), ...options });
    simulations.forEach((more) => tree.run(all, number(seen), more));
    const moves = hex(tree.moves());
    tree.free();
    return { moves };
  },
  deal({ weights, needs, seed, first, count }) {
    const { total, rows } = core.deal({ weights: doubles(weights), needs: bytes(needs), seed: number(seed), first: number(first), count });
    return { total, rows: hex(rows) };
  },
  knowledge({ round, seed }) {
    const known = knowledge(core, round);
    const deals = core.deals(known);
    const all = deals <= 50 ? hex(core.allWorlds(known, number(seed), deals)) : "";
    const { position, sizes, seen } = known;
    return { position: hex(position), sizes, seen: seen.toString(16), deals, all, worlds: hex(core.worlds(known, number(seed), 5n, 3)) };
  },
  /** A round followed at a real table: how it stands after these steps, each of which has to be possible, and what can be told then. */
  table({ fields, steps }) {
    const playing = new Playing(core);
    const id = playing.begin(fields);
    for (const step of steps) playing.move(id, step);
    const { turn, moves, table: { hands, trick, showroom, vault } } = playing.state(id);
    return { turn: turn?.seat ?? null, hand: hands[0], trick, showroom, vault, moves: moves.map(({ move }) => move) };
  },
  /** A whole game, click by click, and an undo and a redo at the end: how often a click has the core play beyond the moves that are made, at most, and how the game stood at times. */
  clicks({ fields }) {
    let [plays, beyond] = [0, 0];
    const shown = [];
    const counting = (name) => (...given) => {
      plays += Number(name === "played");
      return core[name](...given);
    };
    const playing = new Playing(new Proxy(core, { get: (_, name) => counting(name) }));
    const id = playing.begin(fields);
    const click = (act) => {
      const { length: before } = playing.find(id).steps;
      plays = 0;
      act();
      for (let question = playing.question(id); question; question = playing.question(id)) {
        playing.decided(id, question.decision, question.only ?? decide(core, question));
        playing.state(id);
      }
      const live = playing.state(id);
      beyond = Math.max(beyond, plays - Math.max(0, live.steps - before));
      if (live.steps % 7 === 0 || live.over) shown.push(live);
      return live;
    };
    for (let live = click(() => {}); !live.over; ) {
      const { needs, pool } = live.turn;
      const move = needs ? pool.slice(0, needs).join(" ") : live.moves[0].move;
      live = click(() => playing.move(id, move));
    }
    const { length } = playing.find(id).steps;
    click(() => playing.undo(id));
    click(() => playing.redo(id));
    const { steps } = playing.find(id);
    return { moves: steps.filter(({ move }) => move).length, beyond, shown, isSame: steps.length === length };
  },
  /** What is wrong with the names of a new game. */
  names({ names }) {
    try {
      return { code: new Playing(core).begin({ players: names.length, names, sources: names.map(() => "easy") }) && "" };
    } catch (error) {
      return { code: error.problem.code };
    }
  },
  /** A game played in two tabs by turns, and shown in a third one when it is over; broken games that are kept are none. */
  tabs({ fields, broken }) {
    const kept = new Map();
    globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
    const tabs = [new Playing(core), new Playing(core)];
    const id = tabs[0].begin(fields);
    keepGame({ id, text: tabs[0].save(id), steps: 0, title: "", when: 0 });
    const seen = [];
    for (let turn = 0, live = tabs[1].state(id); !live.over; turn++, live = tabs[(turn + 1) % 2].state(id)) {
      const tab = tabs[turn % 2];
      const question = tab.question(id);
      if (question) tab.decided(id, question.decision, question.only ?? decide(core, question));
      else tab.move(id, live.turn.needs ? live.turn.pool.slice(0, live.turn.needs).join(" ") : live.moves[0].move);
      seen.push(tab.state(id).steps);
    }
    const shown = [...tabs, new Playing(core)].map((tab) => tab.state(id));
    const { text } = JSON.parse(kept.get("diamonds.games"))[0];
    const codes = broken.map((change) => {
      const wrong = { ...JSON.parse(text), ...change };
      try {
        return new Playing(core).begin({ text: JSON.stringify(wrong) }) && "";
      } catch (error) {
        return error.problem?.code ?? `${error}`;
      }
    });
    globalThis.localStorage = undefined;
    return { seen, same: shown.every((live) => JSON.stringify(live) === JSON.stringify(shown[0])), over: shown[2].over, open: keptGames().length, scores: shown[2].table.rounds.map(({ score }) => score), points: shown[2].score.points, codes };
  },
  /** A round as the screens show it: its tricks, what each suit did, and what each move does to the table. */
  tricks({ position, moves }) {
    const { tricks, steps } = replay(core, bytes(position), moves, 1);
    return { tricks, events: steps.map(({ events }) => events) };
  },
  about() {
    return about;
  },
  /** A game looked back at: its decisions, what each seat saw, and what is said of the rounds asked for. */
  review({ text, rounds = [], known = [] }) {
    const review = new Review(core, text);
    const game = review.about();
    const { decisions } = game;
    const seen = decisions.map(({ number }) => review.table({ number, seen: true }).state.hands);
    const hindsight = rounds.flatMap((round) => [...judgeHindsight(core, review.tasks({ round, known: false }))]);
    const judged = known.flatMap((round) => review.tasks({ round }).map((task) => ({ number: task.number, ...judgeKnown(core, task) })));
    const tables = [1, 9, decisions.length + 1].map((number) => review.table({ number }));
    return { game, tables, decisions, seen, hindsight, known: judged, points: review.table({ number: decisions.length + 1 }).state.points };
  },
  check({ text }) {
    return check(core, text);
  },
  /** A record with one more move. */
  move({ text, move }) {
    return check(core, played(core, text, move).text);
  },
  ending({ seed, ...wanted }) {
    return deal(core, wanted, BigInt(seed));
  },
  trouble({ text }) {
    try {
      return check(core, text);
    } catch (error) {
      return error.problem;
    }
  },
  values({ text, objective }) {
    return [...solving(core, standing(core, text).position, { objective, seconds: 60 })].at(-1);
  },
  level({ seed, ...asked }) {
    return { answer: decide(core, { ...asked, seed: Number(number(seed)) }) };
  },
  /** The level easy in many seeds: how often it does not what the rules say. */
  slips({ seeds, ...asked }) {
    const text = (level, seed) => `${decide(core, { ...asked, level, seed })}`;
    return { slips: Array.from({ length: seeds }, (_, seed) => text("easy", seed) !== text("normal", seed)).filter(Boolean).length };
  },
  passes({ round, seed, number: many, ...options }) {
    const adviser = passAdviser(core, round, { ...options, seed, utility: { goal: "margin", roundsLeft: 0, sigma: 0 } });
    const all = choices(round.hand, options.count);
    adviser.samples.step(4);
    const compared = adviser.comparison();
    const other = compared.leader ? 0 : 1;
    const why = adviser.why(compared, other, true, passName)?.text;
    return { why, best: adviser.moves[compared.leader], other: adviser.moves[other], passes: all, values: adviser.values(all, 3n, many).map((row) => [...row]), kept: adviser.moves };
  },
  /** The engine that decides where none is named. */
  engine({ round, ...options }) {
    const { name, preference } = adviser(core, round, options);
    return { name, gains: preference && preference.gains.map((gain) => (gain === Infinity ? "always" : gain)), reason: preference?.reason ?? null };
  },
  memory() {
    return { bytes: memory.buffer.byteLength };
  },
  /** Samples up to an amount of work; the first portion is not timed. */
  advice({ round, amount, ...options }) {
    const { name, moves, samples, comparison, columns, share } = adviser(core, round, options);
    samples.step(Math.min(1, amount));
    const answer = timed(() => {
      while (samples.work() < Math.min(amount, samples.total)) samples.step(amount);
      return { name, moves, columns: columns(), weights: samples.weights(), share, isExact: samples.isExact(), comparison: comparison() };
    });
    samples.free();
    return answer;
  },
  /** What a hint says of the moves after so much work. */
  marks({ round, amount, ...options }) {
    const engine = adviser(core, round, options);
    while (engine.samples.work() < amount) engine.samples.step(amount);
    const { recommended, moves } = adviceOf(engine, "card");
    engine.samples.free();
    return { recommended, moves };
  },
  /** The hint, asked for once, or again and again with more work; first stopped at a part of the usual work, `stop`. */
  hint({ round, times, stop = 0, ...options }) {
    const engine = adviser(core, round, options);
    for (const done of stop ? working(engine) : []) if (done >= stop * engine.samples.usual) break;
    times.forEach((many) => [...working(engine, many)]);
    const { columns, samples } = engine;
    const { why, best, recommended } = adviceOf(engine, "card");
    samples.free();
    return { why: why?.text ?? null, best: recommended ?? best, columns: columns(), weights: samples.weights(), size: samples.simulations(), work: samples.work(), usual: samples.usual };
  },
};

const questions = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(questions.map(({ ask, ...question }) => ANSWERS[ask](question))));
