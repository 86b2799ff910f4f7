/** The maximum number of users in an export. */
export const maxExportUsers = 30;

export const maxLabels = 1000;
export const maxLabelLength = 100;

/** Whether a text can be a label: one line without commas. */
export const isLabel = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  text.length <= maxLabelLength &&
  !/[,\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Parses comma-separated labels; undefined if one is empty or invalid, or if there are too many. */
export function readLabels(text: string): readonly string[] | undefined {
  const labels = text.split(',').map((label) => label.trim());
  return labels.length <= maxLabels && labels.every(isLabel) ? labels : undefined;
}
