/** What the phone can do, as the page asks a server for it: one game, its decks, its levels. Tests hold the words against the program's. */

import { handSize, PERFECT_RANKS, ranksOf } from "./knowledge.js";

const COUNTS = [2, 3, 4, 5, 6];
const ENDING = `diamonds 1
players Ann Bob Cy Di
hand Ann D10 H15,10,6
hand Bob H14,12,11 S8
hand Cy D11,4 C15,4
hand Di D2 S12,3 C10
showroom 5 3 5 0
vault 0 0 2 1
took Ann H4 C4
took Cy D8
took Di H1 S5 C2
lead Di
`;

/** @param {boolean} perfect @returns {import("page/types.js").Deck[]} */
function decks(perfect) {
  const counts = perfect ? COUNTS.filter((players) => PERFECT_RANKS[players]) : COUNTS;
  return counts.map((players) => ({ players, variant: perfect ? "perfect" : "standard", suits: ["D", "H", "S", "C"], ranks: ranksOf({ players, perfect }), hand: handSize({ players, perfect }), teams: players === 4 || (players === 6 && !perfect) }));
}

/** @param {string[]} names */
const options = (names) => names.map((name) => ({ name, text: name, values: [] }));

/** @type {import("page/types.js").About} */
export const about = {
  version: "",
  seconds: 60,
  practice_days: [],
  without: ["advise", "files", "hands", "people", "play-on", "record", "review"],
  games: {
    diamonds: {
      title: "Diamonds",
      decisions: { card: "a card to play", victim: "whom to rob", actor: "which partner takes the award", pass: "which cards to pass" },
      objectives: { margin: { text: "own points minus the others' mean", chance: false, margin: 0.1 }, points: { text: "own points", chance: false, margin: 0.1 } },
      solves: ["margin", "points"],
      evaluates: [],
      decks: [...decks(false), ...decks(true)],
      levels: { easy: "rules of thumb, with slips", normal: "rules of thumb", strong: "what 'diamonds advise' finds best" },
      typing: "",
      options: { deal: options(["players", "variant", "teams", "cards"]), live: options(["players", "variant", "teams", "rounds", "pass", "dealer"]), hand: [] },
      hands: false,
    },
  },
  examples: [{ name: "ending", text: ENDING, about: "Four players, four cards each" }],
};
