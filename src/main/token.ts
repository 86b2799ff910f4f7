import { randomBytes } from 'node:crypto';

/** Unguessable, and valid in URLs. */
export const makeToken = (): string => randomBytes(18).toString('base64url');
