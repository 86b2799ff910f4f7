const counts = new Intl.NumberFormat('en-US');

/** 12480 -> `12,480`. */
export const formatCount = (count: number): string => counts.format(count);

/** `1 proxy`, `12,480 proxies`; default plural: an s. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;
