/**
 * Why one move is better than another: where the points come from in its samples. Sums as `Batches` of stats/samples.py, errors as
 * `_sources` of stats/comparison.py.
 */

import { tQuantile } from "./comparison.js";

const MOST = 250; // batches

/** What each part brings each move, in batches of consecutive samples. */
export class Sources {
  #size = 1;
  #count = 0;
  /** @type {{weight: number, sums: Float64Array}[]} */
  #batches = [];

  /** Takes in a sample: the parts of all moves, one move after the other. @param {ArrayLike<number>} parts @param {number} weight */
  add(parts, weight) {
    if (this.#count === MOST * this.#size) {
      this.#batches = this.#batches.flatMap((one, index, all) => (index % 2 ? []
        : [{ weight: one.weight + (all[index + 1]?.weight ?? 0), sums: one.sums.map((sum, i) => sum + (all[index + 1]?.sums[i] ?? 0)) }]));
      this.#size *= 2;
    }
    const batch = (this.#batches[Math.floor(this.#count++ / this.#size)] ??= { weight: 0, sums: new Float64Array(parts.length) });
    batch.weight += weight;
    for (let i = 0; i < parts.length; i++) batch.sums[i] = (batch.sums[i] ?? 0) + weight * (parts[i] ?? 0);
  }

  /**
   * The means of two moves, the parts of the first and then those of the other, and half widths of the 95 % intervals of their differences;
   * null where samples are too few. @param {number} first @param {number} other @param {number} parts how many there are @param {boolean}
   * isExact
   */
  compared(first, other, parts, isExact) {
    const [batches, number] = [this.#batches, this.#batches.length];
    const total = batches.reduce((sum, { weight }) => sum + weight, 0);
    if (!total || (number < 2 && !isExact)) return null;
    const mean = (/** @type {number} */ at) => batches.reduce((sum, { sums }) => sum + (sums[at] ?? 0), 0) / total;
    const points = [first, other].flatMap((move) => Array.from({ length: parts }, (_, part) => mean(move * parts + part)));
    const reach = Array.from({ length: parts }, (_, part) => {
      if (isExact) return 0;
      const ahead = mean(first * parts + part) - mean(other * parts + part);
      const squares = batches.reduce((sum, { weight, sums }) =>
        sum + ((sums[first * parts + part] ?? 0) - (sums[other * parts + part] ?? 0) - weight * ahead) ** 2, 0);
      return (Math.sqrt((squares * number) / (number - 1)) / total) * tQuantile(number - 1, 0.05);
    });
    return { points, reach };
  }
}
