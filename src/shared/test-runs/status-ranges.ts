/** Ranges of status codes, both ends included. */
type StatusRanges = readonly (readonly [from: number, to: number])[];

export const mostRanges = 50;

/**
 * Reads status codes such as `200-299,301`.
 *
 * @returns undefined if the text is not a list of codes between 100 and 599
 */
export function parseStatuses(text: string): StatusRanges | undefined {
  const ranges = text
    .split(',')
    .map((part) => /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part))
    .map((match) => match && ([Number(match[1]), Number(match[2] ?? match[1])] as const));
  return ranges.length <= mostRanges && ranges.every((range) => range && range[0] <= range[1])
    ? ranges.filter((range) => range !== null)
    : undefined;
}

/** The text that `parseStatuses` reads. */
export const formatStatuses = (statuses: StatusRanges): string =>
  statuses.map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`)).join(',');
