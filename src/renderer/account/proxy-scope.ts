import type { ProxySelection } from '../../shared/test-run.ts';
import { countOf } from '../format/format-number.ts';
import type { Desk } from './desk.svelte.ts';
import type { ProxyScope } from './dialog-request.ts';

export interface ScopeChoice {
  readonly scope: ProxyScope;
  readonly title: string;
  readonly count: number;
}

/** The scopes that make sense now, the nearest first: ticked rows, the filter, everything. */
export function scopeChoices(desk: Desk): readonly ScopeChoice[] {
  const choices: ScopeChoice[] = [];
  const add = (scope: ProxyScope, name: string, count: number): void => {
    choices.push({ scope, title: `${name}: ${countOf(count, 'proxy', 'proxies')}`, count });
  };
  if (desk.selected.proxies.count > 0)
    add('selection', 'The selection', desk.selected.proxies.count);
  if (desk.proxies.where !== '') add('query', 'All that the filter finds', desk.proxies.grid.count);
  add('all', 'All of the account', desk.sync.state?.counts.proxies ?? 0);
  return choices;
}

/**
 * What a dialog begins with where nothing was said: several ticked rows, else the
 * filter, else everything. A single ticked row may just be the one that was clicked.
 */
export function defaultScope(desk: Desk): ProxyScope {
  if (desk.selected.proxies.count > 1) return 'selection';
  return desk.proxies.where === '' ? 'all' : 'query';
}

/** A scope as requests carry it. */
export function proxiesOf(desk: Desk, scope: ProxyScope): ProxySelection {
  if (scope === 'selection') return desk.selected.proxies.asRequest;
  return { kind: 'query', where: scope === 'query' ? desk.proxies.where : '' };
}
