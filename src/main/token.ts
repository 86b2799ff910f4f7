import { randomBytes } from 'node:crypto';

/** A new token of a gateway rule or of a list: nobody guesses it, and it needs no escaping in a URL. */
export const makeToken = (): string => randomBytes(18).toString('base64url');
