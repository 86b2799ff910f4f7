import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Unguessable, and valid in URLs. */
export const makeToken = (): string => randomBytes(18).toString('base64url');

/** Compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
