import type { View } from './views.ts';

export interface NotificationTarget {
  readonly view: View;
  /** Of the list; a test run, or a kind of data. Null: none. */
  readonly filter: string | null;
}

export interface Occasion {
  /** Identifies it within its kind, against a second notification. */
  readonly key: string;
  readonly count: number;
  /** For example the service; of data also how long it lasts. */
  readonly name: string;
  readonly filter: string | null;
}

interface Kind {
  /** After "Notify me when". */
  readonly label: string;
  readonly title: string;
  /** About new occasions of one account. */
  sentence(occasions: readonly Occasion[], account: string): string;
  readonly view: View;
  /** Useless to people who look at the window. */
  readonly isForBackground: boolean;
}

const sum = (occasions: readonly Occasion[]): number => occasions.reduce((total, { count }) => total + count, 0);
const namesOf = (occasions: readonly Occasion[], one: string, many: string): string =>
  occasions.length === 1 ? `${occasions[0]?.name ?? ''} ${one}` : `${String(occasions.length)} ${many}`;

export const notificationKinds = {
  'proxies-replaced': {
    label: 'Proxies were replaced',
    title: 'Proxies replaced',
    sentence: (occasions, account) =>
      sum(occasions) === 1
        ? `1 proxy of ${account} has a new address.`
        : `${String(sum(occasions))} proxies of ${account} have new addresses.`,
    view: 'changes',
    isForBackground: false,
  },
  'service-ends': {
    label: 'A service ends soon',
    title: 'Services end soon',
    sentence: (occasions, account) => `${account}: ${namesOf(occasions, 'ends soon.', 'services end soon.')}`,
    view: 'services',
    isForBackground: false,
  },
  'service-overdue': {
    label: 'A service is overdue',
    title: 'Service overdue',
    sentence: (occasions, account) => `${account}: ${namesOf(occasions, 'is overdue.', 'services are overdue.')}`,
    view: 'services',
    isForBackground: false,
  },
  'data-runs-out': {
    label: 'Data of the account or a user runs out soon',
    title: 'Data runs out soon',
    sentence: (occasions, account) => `${account}: ${occasions.map(({ name }) => name).join(', ')}.`,
    view: 'usage',
    isForBackground: false,
  },
  'keys-rejected': {
    label: 'API keys were rejected',
    title: 'API keys rejected',
    sentence: (_facts, account) =>
      `The service rejected the keys of ${account}. Cached data remains available. Change the keys to sync again.`,
    view: 'proxies',
    isForBackground: false,
  },
  'run-finished': {
    label: 'A test run finished',
    title: 'Test run finished',
    sentence: ([fact], account) => `${account}: ${fact?.name ?? ''}`,
    view: 'tests',
    isForBackground: true,
  },
  'failures-crossed': {
    label: 'A test run has many failures',
    title: 'Many proxies fail',
    sentence: ([fact], account) => `${account}: ${fact?.name ?? ''}`,
    view: 'tests',
    isForBackground: false,
  },
} as const satisfies { readonly [name: string]: Kind };

export type NotificationKind = keyof typeof notificationKinds;
// The keys of the object above.
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

export interface AppNotification {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly body: string;
  readonly target: NotificationTarget;
}

/** Makes a notification of new occasions of one kind. */
export function describeNotification(
  kind: NotificationKind,
  occasions: readonly Occasion[],
  account: string,
): AppNotification {
  const { title, sentence, view } = notificationKinds[kind];
  const filter = occasions[0]?.filter ?? null;
  return { kind, title, body: sentence(occasions, account), target: { view, filter } };
}
