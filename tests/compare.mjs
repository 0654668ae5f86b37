// Compares moves as the phone does: node tests/compare.mjs < questions.json. Numbers that are not finite are written as text.
import fs from "node:fs";
import { compareMoves } from "../app/comparison.js";

const written = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? `${value}` : value);
const answer = ({ values, ...options }) =>
  compareMoves(
    values.map((row) => Float64Array.from(row)),
    options,
  );
process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer), written));
