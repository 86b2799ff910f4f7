import type { ProxySelection } from '../../shared/test-run.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';
import type { ProxyScope } from './dialog-request.ts';

export interface ScopeChoice {
  readonly scope: ProxyScope;
  readonly title: string;
  readonly count: number;
}

/** The scopes that make sense now, the nearest first: ticked rows, the filter, everything. */
export function scopeChoices(account: AccountState): readonly ScopeChoice[] {
  const choices: ScopeChoice[] = [];
  const add = (scope: ProxyScope, name: string, count: number): void => {
    choices.push({ scope, title: `${name}: ${countOf(count, 'proxy', 'proxies')}`, count });
  };
  if (account.selected.proxies.count > 0)
    add('selection', 'The selection', account.selected.proxies.count);
  if (account.proxies.where !== '')
    add('query', 'All that the filter finds', account.proxies.grid.count);
  add('all', 'All of the account', account.sync.state?.counts.proxies ?? 0);
  return choices;
}

/**
 * What a dialog begins with where nothing was said: several ticked rows, else the
 * filter, else everything. A single ticked row may just be the one that was clicked.
 */
export function defaultScope(account: AccountState): ProxyScope {
  if (account.selected.proxies.count > 1) return 'selection';
  return account.proxies.where === '' ? 'all' : 'query';
}

/** A scope as requests carry it. */
export function proxiesOf(account: AccountState, scope: ProxyScope): ProxySelection {
  if (scope === 'selection') return account.selected.proxies.asRequest;
  return { kind: 'query', where: scope === 'query' ? account.proxies.where : '' };
}
