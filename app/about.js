/** What the phone can do, as the page asks a server for it: one game, its decks, its levels. Tests hold the words against the program's. */

import { handSize, PERFECT_RANKS, ranksOf } from "./knowledge.js";

const COUNTS = [2, 3, 4, 5, 6];
const ENDING = `diamonds 1
id ending
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
const GAME = `diamonds 1
id game4
players Ann Bob Cy Di

round 1/4
pass 1
hand Ann D15,14,10,5,4 S12,9,4 C12,10
hand Bob D12,7,3 H13,2 S11,1 C7,6,1
hand Cy D2 H11,10,7,5,4 S10 C15,5,4
hand Di H12,6,3,1 S5,3,2 C11,3,2
gave Ann H2
gave Bob H11
gave Cy S5
gave Di S4
got Ann S4
got Bob H2
got Cy H11
got Di S5
play H2 H4 H1 S4 / S10 S5 S12 S11 / D14 D3 D2 S2 / D15 D7 C4>Bob S3 / S9 S1 C5>Bob H12
play C10 C1 C15 C11 >Bob / H10 H6 D5 H13 / D12 H5 H3 D4 / C6 H7 C2 C12 >Bob
play D10 C7>Ann H11 C3>Cy >Cy

round 2/4
pass 1
hand Ann D14,12,2,1 H15 S8 C10,8,6,5
hand Bob D10,9,8,6 S13,12,7,4,3 C15
hand Cy D7,5 H13,11,8,3 C14,12,9,2
hand Di D4 H12,6,4,1 S11,9,5 C13,1
gave Ann S13
gave Bob H13
gave Cy S5
gave Di S8
got Ann S8
got Bob S13
got Cy H13
got Di S5
play H8 H6 H15 C15>Ann / S8 S3 D5 S5 / C8 S12 C2 C1 >Bob / D12 D6 D7 D4 / C6 S13 C9 C13 >Ann
play S11 D1 S7 H13 / H4 D2 D8 H11 / C12 S9 C5 D9 / C14 H1 C10 D10 / H3 H12 D14 S4

round 3/4
pass 3
hand Ann D15,7,6,5,1 H10,9 S9 C7,2
hand Bob D10,9 H5,3 S8,6,3,2 C9,8
hand Cy D8,4,3 H12,8 S14,7,1 C12,11
hand Di D12,11 H14,2,1 S15,4 C14,13,10
gave Ann H5 S8,2
gave Bob H12,8 S7
gave Cy H2,1 S4
gave Di H10,9 S9
got Ann H10,9 S9
got Bob H5 S8,2
got Cy H12,8 S7
got Di H2,1 S4
play S4 S9 S8 S1 / C2 C8 C11 C13 / H1 H10 H5 H8 / H9 H3 H12 H14 / S15 D7 S6 S14 / C14 C7 C9 C12 >Cy
play C10 D1 D9 S7 >Ann / D11 D15 D10 D8 / D6 S2 D3 D12 / H2 D5 S3 D4

round 4/4
pass 3
hand Ann D13,8,3 H9,7,5 S12,11,6,2
hand Bob D7 H12,10 S13,1 C13,9,5,4,3
hand Cy D15,11,2 H15,14,11,8,3 S8 C15
hand Di D6 H13 S9,5,4,3 C14,12,6,1
gave Ann H12,10 C3
gave Bob H14,3 S8
gave Cy S4,3 C1
gave Di H9,7 S6
got Ann H9,7 S6
got Bob H12,10 C3
got Cy H14,3 S8
got Di S4,3 C1
play H7 H10 H11 H13 / D6 D13 D7 D15 / S8 S9 S6 S1 / S4 S2 S13 D2 / H12 H14 S3 H9 / C15 C1 H5 C3 >Di
play H8 S5 S12 C4>Di / H15 C6>Bob D8 C5>Di / D11 C12>Cy D3 C9>Di / H3 C14>Cy S11 C13>Di >Bob
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
  practice_days: [1, 3, 7, 16, 35, 90],
  review: { first: "hindsight", note: "By what was known the phone does an eighth of the work of a hint, on your own decisions, or on everybody's where you did not play." },
  without: ["advise", "files", "hands", "people", "play-on", "record", "report"],
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
      options: { deal: options(["players", "variant", "teams", "thief", "cards"]), live: options(["players", "variant", "teams", "thief", "rounds", "pass", "dealer"]), hand: [] },
      hands: false,
    },
  },
  examples: [{ name: "ending", text: ENDING, about: "Four players, four cards each" }, { name: "game4", text: GAME, about: "A whole game of four players" }],
};
