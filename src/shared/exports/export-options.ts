import { parsed, type OptionRows } from '../options/option-rows.ts';

/** The maximum number of users in an export. */
export const maxExportUsers = 30;

export const maxLabels = 1000;
export const maxLabelLength = 100;

/** Whether a text can be a label: one line without commas. */
const isLabel = (text: string): boolean =>
  text !== '' && text === text.trim() && text.length <= maxLabelLength && !/[,\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Parses comma-separated labels; undefined if one is empty or invalid, or if there are too many. */
function readLabels(text: string): readonly string[] | undefined {
  const labels = text.split(',').map((label) => label.trim());
  return labels.length <= maxLabels && labels.every(isLabel) ? labels : undefined;
}

/**
 * The options that limit, order and distribute an export; one that is left out does not apply. From a row follow the schema of what is sent and
 * stored, the form, the command line with its help, and the tools of agents; `option-rows.test.ts` checks that each accepts what the others do.
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
