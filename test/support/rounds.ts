/** `npm run test:all` sets it: files named `*.slow.test.ts` run, and every test makes all of its rounds. */
export const runsAllTests = (process.env['PROXYDECK_ALL_TESTS'] ?? '') !== '';

/** How many rounds a test makes whose input is random or has many cases: a few in `npm test`, all in `npm run test:all`. */
export const rounds = ({ few, many }: { readonly few: number; readonly many: number }): number =>
  runsAllTests ? many : few;

/** A number from 0 up to 1 for each round: however few there are, they lie far apart. */
export const spread = (round: number): number => (round * 0.618) % 1;
