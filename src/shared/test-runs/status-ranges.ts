import type { SuccessRule } from './local-test.ts';

/**
 * Reads status codes such as `200-299,301`.
 *
 * @returns null if the text is not a list of codes between 100 and 599
 */
export function parseStatuses(text: string): SuccessRule['statuses'] | null {
  const ranges = text
    .split(',')
    .map((part) => /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part))
    .map((match) => match && ([Number(match[1]), Number(match[2] ?? match[1])] as const));
  return ranges.every((range) => range !== null && range[0] <= range[1])
    ? ranges.filter((range) => range !== null)
    : null;
}

/** The text that `parseStatuses` reads. */
export const formatStatuses = (statuses: SuccessRule['statuses']): string =>
  statuses
    .map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`))
    .join(',');
