import type { FigurePeriod, FigureRow } from '../../shared/records/gateway-figure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { openOnTarget } from '../actions/find-target.ts';
import { ask } from '../bridge.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { nameOfFigures, subjectOf } from './figure-columns.ts';
import { requestsOf, rulesOf } from './figure-scope.ts';
import { hostLineActions } from './host-lines.ts';

/** Lists the actions on a row of figures, for its menu and its details. Its proxies are those of its requests in the log. */
export function figureActions(account: AccountState, row: FigureRow, period: FigurePeriod): readonly MenuCommand[] {
  const where = requestsOf(row, period);
  if (where === null) return [];
  const name = nameOfFigures(row);
  const target = (words: string, filter: string) =>
    ({
      title: `the # ${words} ${name}`,
      rows: { list: 'requests', kind: 'query', where: filter },
      count: null,
      userId: null,
    }) as const;
  return [
    {
      title: 'Show its requests',
      run: () => {
        account.showFound('requests', where);
      },
    },
    {
      title: 'Test its proxies…',
      run: () => void openOnTarget(account, { kind: 'test' }, target('used for', where)),
    },
    {
      title: 'Export proxies that work here…',
      run: () => void openOnTarget(account, { kind: 'export' }, target('that work for', `${where} outcome:works`)),
    },
    ...(subjectOf(row) === 'host' ? hostActions(account, name, period) : []),
  ];
}

const hostActions = (account: AccountState, host: string, period: FigurePeriod): readonly MenuCommand[] => [
  ...hostLineActions(account, host, () => busiestRule(account, host, period)),
  {
    title: 'Report for the seller…',
    run: () => {
      account.app.dialog = { kind: 'report', of: { host, period } };
    },
  },
];

/** The rule with the most requests to a host; null: none. */
async function busiestRule(
  { id: accountId }: AccountState,
  host: string,
  period: FigurePeriod,
): Promise<string | null> {
  const where = rulesOf(host, period);
  const [rule] = await ask('list:rows', { accountId, list: 'hosts', where, sort: [], offset: 0, limit: 1 });
  return rule?.name ?? null;
}
