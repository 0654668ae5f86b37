/** What the phone can do, as the page asks a server for it: one game, its decks, its levels. Tests hold the words against the program's. */

import facts from "../src/diamonds_solver/facts.js";
import { handSize, perfectRanks, ranksOf, roundsOf } from "./knowledge.js";

/** @param {boolean} perfect @returns {import("page/types.js").Deck[]} */
function decks(perfect) {
  const counts = Object.keys(perfect ? perfectRanks : roundsOf).map(Number);
  return counts.map((players) => ({ players, variant: perfect ? "perfect" : "standard", ranks: ranksOf({ players, perfect }),
    hand: handSize({ players, perfect }), teams: players === 4 || (players === 6 && !perfect) }));
}

/** @param {string[]} names */
const options = (names) => names.map((name) => ({ name, text: name, values: [] }));

/** @type {import("page/types.js").About} */
export const about = {
  version: "",
  seconds: 60,
  practice_days: facts.practice_days,
  review: { first: "hindsight",
    note: "For what was known at the time the phone does an eighth of a hint's work, on your own decisions, " +
      "or on everybody's if you did not play." },
  without: ["advise", "files", "habits", "hands", "people", "play-on", "record", "report"],
  games: {
    diamonds: {
      title: "Diamonds",
      decisions: { card: "a card to play", victim: "whom to rob", actor: "which partner takes the award", pass: "which cards to pass" },
      objectives: { margin: { text: "own points minus the others' mean", chance: false, margin: facts.losses.delta },
        points: { text: "own points", chance: false, margin: facts.losses.delta } },
      solves: ["margin", "points"],
      evaluates: [],
      decks: [...decks(false), ...decks(true)],
      levels: facts.levels.words,
      typing: "",
      options: { deal: options(["players", "variant", "teams", "thief", "cards"]),
        live: options(["players", "variant", "teams", "thief", "rounds", "pass", "dealer"]), hand: [] },
      hands: false,
    },
  },
  examples: [{ name: "ending", text: "", about: "Four players, four cards each" },
    { name: "game4", text: "", about: "A whole game of four players" }],
};

/** The same with the text of each example, a file beside the page; one that is not there is none. */
export async function aboutPhone() {
  const text = async (/** @type {string} */ name) => {
    const response = await fetch(`${name}.dia`);
    return response.ok ? response.text() : "";
  };
  const examples = await Promise.all(about.examples.map(async (example) => ({ ...example, text: await text(example.name) })));
  return { ...about, examples: examples.filter((example) => example.text) };
}
