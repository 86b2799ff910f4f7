import { parsed, type OptionRows } from '../options/option-rows.ts';

export const maxExportUsers = 30;

export const maxLabels = 1000;
export const maxLabelLength = 100;

const isLabel = (text: string): boolean =>
  text !== '' && text === text.trim() && text.length <= maxLabelLength && !/[,\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Undefined: one is invalid, or there are too many. */
function readLabels(text: string): readonly string[] | undefined {
  const labels = text.split(',').map((label) => label.trim());
  return labels.length <= maxLabels && labels.every(isLabel) ? labels : undefined;
}

/**
 * Options that limit, order and distribute an export; omitted ones do not apply. Schema, form, command line and tools
 * derive from a row.
 */
export const exportOptionRows = {
  sharing: {
    kind: 'one',
    name: 'sharing',
    label: 'Distribution',
    meaning: 'For several users: each proxy once, for the user with the fewest so far, or a file for each user.',
    choices: [
      ['spread', 'Split evenly'],
      ['file-each', 'One file per user, all proxies'],
    ],
  },
  credentials: {
    kind: 'one',
    name: 'credentials',
    label: 'Credentials',
    meaning: "The user's own, those of each proxy's default user, or none for users who log in by IP address.",
    choices: [
      ['user', "The proxy user's own"],
      ['default', "Each proxy's default proxy user"],
      ['none', 'None (authorized by IP address)'],
    ],
  },
  aliveWithinHours: {
    kind: 'number',
    name: 'alive-within',
    label: 'Worked in the last',
    unit: 'hours',
    placeholder: 'Any time',
    meaning: 'Only proxies that worked in their last test, within this many hours.',
    least: 0.001,
    most: 87_600,
    hasFraction: true,
  },
  isDistinct: {
    kind: 'flag',
    name: 'distinct',
    label: 'Remove duplicates (same address and port)',
    meaning: 'Only the first of several proxies with the same address and port.',
  },
  shuffleSeed: {
    kind: 'text',
    name: 'shuffle',
    label: 'Seed',
    meaning: 'A random order; the same seed gives the same order.',
    most: 200,
  },
  perCountry: {
    kind: 'number',
    name: 'per-country',
    label: 'Maximum per country',
    meaning: 'At most this many per country; proxies without one count as one country.',
    least: 1,
    most: 1_000_000,
  },
  proxiesPerFile: {
    kind: 'number',
    name: 'per-file',
    label: 'Maximum per file',
    meaning: 'Starts a new file after this many proxies.',
    least: 1,
    most: 1_000_000,
  },
  labels: parsed(
    {
      name: 'labels',
      label: 'Labels',
      meaning: 'Labels, separated by commas, that the rows get in rotation.',
    },
    {
      read: readLabels,
      write: (labels) => labels.join(', '),
      values: `at most ${String(maxLabels)} labels, separated by commas, each with 1 to ${String(maxLabelLength)} characters`,
      valueName: 'A,B,...',
    },
  ),
} as const satisfies OptionRows;
