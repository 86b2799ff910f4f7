/**
 * How many rounds a test makes that kills, damages or draws at random: a few in
 * `npm test`, many in `npm run test:long`.
 */
export const rounds = ({ few, many }: { readonly few: number; readonly many: number }): number =>
  process.env['PROXYDECK_LONG_TESTS'] === '1' ? many : few;

/** A number from 0 up to 1 for each round: however few there are, they lie far apart. */
export const spread = (round: number): number => (round * 0.618) % 1;
