/** Draws a whole number from 0 up to `below`. */
export type Random = (below: number) => number;

/** Random numbers that are the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
