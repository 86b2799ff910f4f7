/** Nearly used up. */
export const nearLimit = 0.9;
/** May be used up before anybody looks again. */
const atLimit = 0.98;

/** The urgency of a used share (0 to 1); null: none. */
export const limitTone = (share: number): 'bad' | 'warn' | null =>
  share >= atLimit ? 'bad' : share >= nearLimit ? 'warn' : null;

export const nearLimitFilter = `used:>=${String(nearLimit * 100)} -deleted:yes`;
