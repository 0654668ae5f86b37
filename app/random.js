/** Random numbers as numpy draws them. */

const STEP = 0x2360ed051fc65da44385df649fccf645n; // of PCG64

/** The first words of SeedSequence(numbers), two of 32 bits each. @param {number[]} numbers @param {number} count */
function seedWords(numbers, count) {
  const entropy = numbers.flatMap(words);
  const mixed = hash(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: 4 }, (_, i) => mixed(entropy[i] ?? 0));
  const mix = (/** @type {number} */ into, /** @type {number} */ from) => {
    const word = (Math.imul(0xca01f9dd, pool[into] ?? 0) - Math.imul(0x4973f715, mixed(from))) >>> 0;
    pool[into] = (word ^ (word >>> 16)) >>> 0;
  };
  for (let from = 0; from < 4; from++) {
    for (let into = 0; into < 4; into++) {
      if (into !== from) mix(into, pool[from] ?? 0);
    }
  }
  entropy.slice(4).forEach((word) => [0, 1, 2, 3].forEach((into) => mix(into, word)));
  const drawn = hash(0x8b51f9dd, 0x58f38ded);
  const halves = Array.from({ length: 2 * count }, (_, i) => BigInt(drawn(pool[i % 4] ?? 0)));
  return Array.from({ length: count }, (_, i) => ((halves[2 * i + 1] ?? 0n) << 32n) | (halves[2 * i] ?? 0n));
}

/** The seed of a tree: SeedSequence((seed, index)).generate_state(1, uint64). @param {number} seed @param {number} index @returns {bigint} */
export const treeSeed = (seed, index) => seedWords([seed, index], 1)[0] ?? 0n;

/** default_rng(numbers).random(). @param {number[]} numbers */
export function firstRandom(...numbers) {
  const [high = 0n, low = 0n, streamHigh = 0n, streamLow = 0n] = seedWords(numbers, 4);
  const stream = (((streamHigh << 64n) | streamLow) << 1n) | 1n;
  const next = (/** @type {bigint} */ state) => BigInt.asUintN(128, state * STEP + stream);
  const state = next(next(next(0n) + ((high << 64n) | low)));
  const [word, turn] = [(state >> 64n) ^ BigInt.asUintN(64, state), state >> 122n];
  return Number(BigInt.asUintN(64, (word >> turn) | (word << (64n - turn))) >> 11n) / 2 ** 53;
}

/** A hash of words whose constant changes with each of them. @param {number} start @param {number} factor */
function hash(start, factor) {
  let constant = start;
  return (/** @type {number} */ word) => {
    const before = word ^ constant;
    constant = Math.imul(constant, factor) >>> 0;
    const product = Math.imul(before, constant) >>> 0;
    return (product ^ (product >>> 16)) >>> 0;
  };
}

/** A whole number as words of 32 bits, the lowest first. @param {number} number */
function words(number) {
  const high = Math.floor(number / 2 ** 32);
  return high ? [number >>> 0, high] : [number >>> 0];
}
