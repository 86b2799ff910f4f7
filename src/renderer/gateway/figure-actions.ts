import { isProxyless, type FigurePeriod, type FigureRow } from '../../shared/records/gateway-figure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { openOnTarget } from '../actions/find-target.ts';
import { ask } from '../bridge.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { nameOfFigures, subjectOf } from './figure-columns.ts';
import { requestsOf } from './figure-scope.ts';
import { hostLineActions } from './host-lines.ts';

/** Lists the actions on a row of figures, for its menu and its details. Its proxies are those of its requests in the log. */
export function figureActions(account: AccountState, row: FigureRow, period: FigurePeriod): readonly MenuCommand[] {
  const where = requestsOf(row, period);
  if (where === null) return [];
  const name = nameOfFigures(row);
  const subject = subjectOf(row);
  const show = {
    title: 'Show its requests',
    run: () => {
      account.showFound('requests', where);
    },
  };
  const lines = (): readonly MenuCommand[] =>
    hostLineActions(account, name, () => busiestRule(account, where), subject === 'blocked');
  // Without a proxy there is none to test, to export or to blame.
  if (isProxyless(subject)) return [show, ...lines()];
  const target = (words: string, filter: string) =>
    ({
      title: `the # ${words} ${name}`,
      rows: { list: 'requests', kind: 'query', where: filter },
      count: null,
      userId: null,
    }) as const;
  return [
    show,
    {
      title: 'Test its proxies…',
      run: () => void openOnTarget(account, { kind: 'test' }, target('used for', where)),
    },
    {
      title: 'Export proxies that work here…',
      run: () => void openOnTarget(account, { kind: 'export' }, target('that work for', `${where} outcome:works`)),
    },
    ...(subject === 'host'
      ? [
          ...lines(),
          {
            title: 'Report for the seller…',
            run: () => {
              account.app.dialog = { kind: 'report', of: { host: name, period } };
            },
          },
        ]
      : []),
  ];
}

/** The rule with the most of some logged requests; null: none. */
export async function busiestRule({ id: accountId }: AccountState, where: string): Promise<string | null> {
  const { groups } = await ask('list:groups', { accountId, list: 'requests', where, key: 'rule', limit: 1 });
  return groups[0]?.value ?? null;
}
