// Reads moves as the phone does: node tests/typed.mjs < questions.json. Writes the move that is meant, or null, for each.
import fs from "node:fs";
import { Mistake, moveName, readMove } from "../app/notation.js";

const answer = ({ text, moves, names, led, victims }) => {
  try {
    return moveName(readMove(text, moves, names, led, victims));
  } catch (error) {
    if (error instanceof Mistake) return null;
    throw error;
  }
};
process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer)));
