/** From this share of a limit on it is nearly used up. */
export const nearLimit = 0.9;
/** From this one on it may be used up before anybody looks again. */
export const atLimit = 0.98;

/** How urgent a used share of a limit (0 to 1) is; null: not at all. */
export const limitTone = (share: number): 'bad' | 'warn' | null =>
  share >= atLimit ? 'bad' : share >= nearLimit ? 'warn' : null;

/** The filter of the proxy users that have used most of a limit. */
export const nearLimitFilter = `used:>=${String(nearLimit * 100)} -deleted:yes`;
