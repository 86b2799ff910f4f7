/** The notifications of the system; one row of `notificationKinds` says everything about a kind. */
import type { View } from './views.ts';

/** Where a click on a notification leads. */
export interface NotificationTarget {
  readonly view: View;
  /** The filter of the view's list; of tests the run, of usage the kind of data. Null: the view as it is. */
  readonly filter: string | null;
}

/** What a notification reports. */
export interface Occasion {
  /** Identifies it within its kind: nobody is notified of it twice. */
  readonly key: string;
  readonly count: number;
  /** Of what, such as the name of a service or of a test run; of data also how long it lasts. */
  readonly name: string;
  /** In the form of the target's list; null: it has no filter. */
  readonly filter: string | null;
}

interface Kind {
  /** In the settings, after "Notify me when". */
  readonly label: string;
  readonly title: string;
  /** Of the notification, about the occasions of one account that are new. */
  sentence(occasions: readonly Occasion[], account: string): string;
  readonly view: View;
  /** Whether it is of no use to people who look at the window. */
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

/** What the system shows, and where a click on it leads. */
export interface AppNotification {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly body: string;
  readonly target: NotificationTarget;
}

/** The notification about new occasions of one kind. */
export function describeNotification(
  kind: NotificationKind,
  occasions: readonly Occasion[],
  account: string,
): AppNotification {
  const { title, sentence, view } = notificationKinds[kind];
  const filter = occasions[0]?.filter ?? null;
  return { kind, title, body: sentence(occasions, account), target: { view, filter } };
}
