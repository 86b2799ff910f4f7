import type { AccountOverview } from '../../shared/account.ts';
import type { TableColumn } from '../../shared/csv.ts';
import { countOf, formatCount } from '../format/format-number.ts';

const count = (
  name: string,
  title: string,
  value: (one: AccountOverview) => number | null,
): TableColumn<AccountOverview> => ({
  name,
  title,
  value,
  text: (one) => {
    const counted = value(one);
    return counted === null ? '–' : formatCount(counted);
  },
  look: 'number',
});

/** Of each account and in sum. */
export const accountCounts = [
  count('proxies', 'Proxies', ({ proxyCount }) => proxyCount),
  count('failing', 'Failing', ({ failingCount }) => failingCount),
  count('services', 'Services', ({ serviceCount }) => serviceCount),
  count('proxy_users', 'Proxy users', ({ userCount }) => userCount),
];

export const accountColumns: readonly TableColumn<AccountOverview>[] = [
  { name: 'account', title: 'Account', value: ({ name }) => name },
  ...accountCounts,
  { name: 'last_completed_at', title: 'Last sync', value: (one) => one.lastCompletedAt },
  {
    name: 'problem',
    title: 'Problem',
    text: ({ problem, problemCount }) => problem ?? (problemCount > 0 ? countOf(problemCount, 'problem') : 'None'),
    look: 'problem',
  },
];
