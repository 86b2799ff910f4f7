export const maxLabels = 1000;
export const maxLabelLength = 100;

/** Whether a text can be a label: it stands in one line, and among others parted by commas. */
export const isLabel = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  text.length <= maxLabelLength &&
  !/[,\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Reads labels parted by commas; undefined where one is empty or none, or there are too many. */
export function readLabels(text: string): readonly string[] | undefined {
  const labels = text.split(',').map((label) => label.trim());
  return labels.length <= maxLabels && labels.every(isLabel) ? labels : undefined;
}
