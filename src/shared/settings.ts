/** The settings. Dialog, palette, storage, requests and `proxydeck settings` derive from a row. */
import { ownValue } from './own-value.ts';
import { agentActNames, agentActs } from './agents.ts';
import { notificationKindNames, notificationKinds } from './notifications.ts';
import { maxLogMegabytes } from './records/gateway-request.ts';

export const settingTabs = [
  { id: 'general', title: 'General', groups: ['Appearance', 'In the background', 'Copies, exports and updates'] },
  { id: 'data', title: 'Sync and data', groups: ['Sync', 'Saved changes'] },
  { id: 'tests', title: 'Tests', groups: ['New tests', 'Saved test runs'] },
  { id: 'gateway', title: 'Gateway', groups: ['Gateway'] },
  { id: 'agents', title: 'Agents', groups: ['Agents'] },
  {
    id: 'notifications',
    title: 'Notifications',
    groups: ['Notifications', 'Problems on the overview'],
  },
] as const;
type Tab = (typeof settingTabs)[number];
export type SettingTab = Tab['id'];

export type SettingValue = string | number | boolean | readonly string[];

export interface Setting<Value extends SettingValue = SettingValue> {
  readonly group: Tab['groups'][number];
  /** Behind "More options". */
  readonly isRare?: true;
  readonly label: string;
  readonly hint?: string;
  /** For the palette. */
  readonly words?: string;
  /** Otherwise null and not shown. */
  readonly needs?: 'updates' | 'end-with-window' | 'login-start';
  readonly initial: Value;
  /** No schema: every thread and the window load it. */
  readonly accepts: (value: unknown) => value is Value;
  /** How it is chosen: among values, on or off, lines, an amount, or a format or user, with a name for none. */
  readonly control:
    | {
        readonly kind: 'one' | 'several';
        readonly options: readonly (readonly [value: string | number, label: string])[];
      }
    | { readonly kind: 'switch' }
    /** `takes`: what is accepted, in words that follow "It takes". */
    | { readonly kind: 'lines' | 'amount'; readonly takes: string }
    | { readonly kind: 'format' | 'proxy-user'; readonly none: string };
}

type Words = Pick<Setting, 'group' | 'label' | 'hint' | 'words' | 'isRare'>;

const one = <const Value extends string | number>(
  row: Words & {
    readonly options: readonly (readonly [Value, string])[];
    readonly initial: NoInfer<Value>;
  },
): Setting<Value> => {
  const { options, ...rest } = row;
  const accepts = (value: unknown): value is Value => options.some(([option]) => option === value);
  return { ...rest, accepts, control: { kind: 'one', options } };
};
const flag = <const Row extends Words & Pick<Setting, 'needs'> & { readonly initial: boolean }>(
  row: Row,
): Row & Setting<boolean> => ({
  ...row,
  accepts: (value) => typeof value === 'boolean',
  control: { kind: 'switch' },
});

const shortText =
  (maxLength: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= maxLength;
const listOf =
  <Item>(isItem: (value: unknown) => value is Item, least: number, most: number) =>
  (value: unknown): value is readonly Item[] =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(isItem);
const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (value: unknown): value is Name =>
    names.some((name) => name === value);
const isWebUrl = (value: unknown): value is string =>
  shortText(2000)(value) && ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');

/** As text, without currency; '': unknown. The service shows none (specification, "Service"). */
const price = (label: string): Setting<string> => ({
  group: 'Gateway',
  isRare: true,
  label,
  hint: 'In the currency of your choice. Without it, the figures of hosts show no cost.',
  words: 'cost money gigabyte traffic hosts',
  initial: '',
  accepts: (value): value is string => typeof value === 'string' && /^(\d{1,7}(\.\d{1,6})?)?$/.test(value),
  control: { kind: 'amount', takes: 'a number such as 1.50, with at most 7 digits and 6 decimals' },
});

const days = (numbers: readonly number[]): readonly (readonly [number, string])[] => [
  ...numbers.map((count) => [count, `${String(count)} days`] as const),
  [0, 'Forever'],
];

const withinDays = [
  [1, 'Within 1 day'],
  [3, 'Within 3 days'],
  [7, 'Within 7 days'],
  [14, 'Within 14 days'],
  [30, 'Within 30 days'],
] as const;

/** Those of each account are in `accountSettingRows`. */
export const settingRows = {
  theme: one({
    group: 'Appearance',
    label: 'Theme',
    words: 'appearance color mode night',
    options: [
      ['system', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
    initial: 'system',
  }),
  density: one({
    group: 'Appearance',
    label: 'Rows',
    options: [
      ['comfortable', 'Comfortable'],
      ['compact', 'Compact'],
    ],
    initial: 'comfortable',
  }),
  startView: one({
    group: 'Appearance',
    label: 'Start page of an account',
    words: 'overview open launch',
    options: [
      ['last', 'Where you left it'],
      ['overview', 'Overview'],
    ],
    initial: 'last',
  }),
  syncIntervalMinutes: one({
    group: 'Sync',
    label: 'Sync automatically',
    hint: 'Runs while Proxydeck is open, and once after waking or reconnecting.',
    options: [
      [0, 'Never'],
      [15, 'Every 15 minutes'],
      [60, 'Every hour'],
      [360, 'Every 6 hours'],
      [1440, 'Every day'],
    ],
    initial: 60,
  }),
  /** While work needs no window. */
  whenClosed: {
    ...one({
      group: 'In the background',
      label: 'When the window is closed',
      hint: 'While a gateway is on, a test runs or is repeated, or a preset follows syncs. Otherwise Proxydeck quits.',
      words: 'tray background quit close panel icon',
      options: [
        ['ask', 'Ask'],
        ['keep', 'Keep running'],
        ['quit', 'Quit'],
      ],
      initial: 'ask',
    }),
    needs: 'end-with-window',
  },
  /** Not saved: the system knows. */
  startsAtLogin: flag({
    group: 'In the background',
    label: 'Start at login',
    hint: 'Without a window; the icon in the panel opens it.',
    words: 'autostart boot tray background',
    needs: 'login-start',
    initial: false,
  }),
  installUpdates: flag({
    group: 'Copies, exports and updates',
    label: 'Install updates automatically',
    hint: 'The new version starts the next time you open Proxydeck.',
    needs: 'updates',
    initial: true,
  }),
  /** '': the last one. */
  exportFormat: {
    group: 'Copies, exports and updates',
    isRare: true,
    label: 'Format of a new export',
    initial: '',
    accepts: shortText(100),
    control: { kind: 'format', none: 'The last one used' },
  },
  /** 0: never. */
  clipboardClearSeconds: one({
    group: 'Copies, exports and updates',
    label: 'Clear copied passwords from the clipboard',
    options: [
      [0, 'Never'],
      [15, 'After 15 seconds'],
      [30, 'After 30 seconds'],
      [60, 'After 1 minute'],
      [300, 'After 5 minutes'],
    ],
    initial: 30,
  }),
  /** The URLs of the last run come first. */
  testUrls: {
    group: 'New tests',
    label: 'URLs of a new test by the service',
    hint: 'One per line. After the first run, a new test begins with the URLs of the last one.',
    initial: ['https://example.com/'],
    accepts: listOf(isWebUrl, 1, 50),
    control: { kind: 'lines', takes: '1 to 50 URLs such as https://example.com/, one per line' },
  },
  notices: {
    group: 'Notifications',
    label: 'Notify me when',
    hint: 'Shown by your system while Proxydeck is open. A click opens the list behind it.',
    initial: [],
    accepts: listOf(isOneOf(notificationKindNames), 0, notificationKindNames.length),
    control: {
      kind: 'several',
      options: notificationKindNames.map((kind) => [kind, notificationKinds[kind].label] as const),
    },
  },
  serviceWarningDays: one({
    group: 'Problems on the overview',
    label: 'A service ends soon',
    options: withinDays,
    initial: 7,
  }),
  dataWarningDays: one({
    group: 'Problems on the overview',
    label: 'Data runs out soon',
    options: withinDays,
    initial: 7,
  }),
  failureWarningPercent: one({
    group: 'Problems on the overview',
    label: 'A test run has many failures',
    options: [
      [5, 'At least 5%'],
      [10, 'At least 10%'],
      [20, 'At least 20%'],
      [50, 'At least half'],
    ],
    initial: 20,
  }),
  /** Read by every call of `proxydeck mcp`. */
  agentsMay: {
    group: 'Agents',
    label: 'Agents may',
    hint: 'They can always read the account, and never get a key or a password. What you allow here also needs --allow in the line of the agent.',
    words: 'mcp assistant claude cursor ai',
    initial: [],
    accepts: listOf(isOneOf(agentActNames), 0, agentActNames.length),
    control: {
      kind: 'several',
      options: agentActNames.map((act) => [act, agentActs[act].label] as const),
    },
  },
  agentTestRequests: one({
    group: 'Agents',
    isRare: true,
    label: 'A test by an agent sends at most',
    options: [
      [500, '500 requests'],
      [5_000, '5,000 requests'],
      [50_000, '50,000 requests'],
      [500_000, '500,000 requests'],
    ],
    initial: 5_000,
  }),
  agentTestMegabytes: one({
    group: 'Agents',
    isRare: true,
    label: 'A test by an agent uses at most',
    hint: 'Data that this machine sends and receives through proxies.',
    options: [
      [20, '20 MB'],
      [200, '200 MB'],
      [2_000, '2 GB'],
      [20_000, '20 GB'],
    ],
    initial: 200,
  }),
  /** Also paused runs; 0: never. */
  testHistoryDays: one({
    group: 'Saved test runs',
    label: 'Keep test runs',
    options: days([7, 30, 90, 365]),
    initial: 90,
  }),
  /** Of one account; the oldest runs are removed. */
  testHistoryMegabytes: one({
    group: 'Saved test runs',
    isRare: true,
    label: 'Test runs of an account take at most',
    hint: 'The oldest ones are removed first. Paused runs can be resumed, so only their age removes them.',
    options: [
      [50, '50 MB'],
      [200, '200 MB'],
      [1000, '1 GB'],
      [5000, '5 GB'],
    ],
    initial: 200,
  }),
  /** 0: never. */
  changeHistoryDays: one({
    group: 'Saved changes',
    label: 'Keep sync history',
    options: days([7, 30, 90, 365]),
    initial: 90,
  }),
} as const satisfies { readonly [name: string]: Setting };

/** Part of the account's records. */
export const accountSettingRows = {
  /** '': the default user. */
  proxyUserId: {
    group: 'Copies, exports and updates',
    isRare: true,
    label: 'Proxy user of a new export',
    initial: '',
    accepts: shortText(1000),
    control: { kind: 'proxy-user', none: "The service's default user" },
  },
  /** When the window opens. */
  gatewayStarts: flag({
    group: 'Gateway',
    label: 'Start the gateway with Proxydeck',
    initial: false,
  }),
  gatewaySavesHosts: flag({
    group: 'Gateway',
    label: 'Save the hosts that the gateway connects to',
    hint: 'Without it, the history shows how proxies worked, but not for what.',
    initial: false,
  }),
  /** 0: not logged. */
  gatewayLogDays: one({
    group: 'Gateway',
    label: 'Log requests of the gateway',
    hint: `Their hosts, never their paths. ${String(maxLogMegabytes)} MB at most.`,
    options: [
      [0, 'Never'],
      [1, 'For 1 day'],
      [7, 'For 7 days'],
      [30, 'For 30 days'],
    ],
    initial: 0,
  }),
  residentialGbPrice: price('Price of a GB of residential data'),
  mobileGbPrice: price('Price of a GB of mobile data'),
} as const satisfies { readonly [name: string]: Setting };

export type ValueOf<Row> = Row extends {
  readonly accepts: (value: unknown) => value is infer Value;
}
  ? Value | (Row extends { readonly needs: string } ? null : never)
  : never;
type ValuesOf<Rows> = { readonly [K in keyof Rows]: ValueOf<Rows[K]> };

/** Null: not on this installation. */
export type Settings = ValuesOf<typeof settingRows>;
export type AccountSettings = ValuesOf<typeof accountSettingRows>;

type Table = { readonly [name: string]: Setting };

/** Missing and invalid values are the initial ones. */
export const readSettings = <Rows extends Table>(
  rows: Rows,
  stored: { readonly [name: string]: unknown },
): ValuesOf<Rows> =>
  // A type cannot follow each name through the entries.
  Object.fromEntries(
    Object.entries(rows).map(([name, { accepts, initial }]) => [
      name,
      accepts(ownValue(stored, name)) ? ownValue(stored, name) : initial,
    ]),
  ) as ValuesOf<Rows>;

export const defaultSettings: Settings = readSettings(settingRows, {});
