import { countOf } from './format-number.ts';

/**
 * A billing cycle in words: `3:month` -> `3 months`. What is not of the form `<count>:<unit>`
 * (specification, "Service") stays as it is.
 */
export function describeCycle(cycle: string): string {
  const [, count, unit] = /^(\d{1,6}):([a-z]+)$/i.exec(cycle) ?? [];
  return count === undefined || unit === undefined ? cycle : countOf(Number(count), unit);
}
