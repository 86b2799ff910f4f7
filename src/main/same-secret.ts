import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal. Takes as long for a wrong one as for the right one. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
