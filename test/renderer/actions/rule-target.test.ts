import { expect, it } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { filterOfRule } from '../../../src/renderer/actions/find-target.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

it('shows the proxies of a rule that its proxy user has access to', () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const rule = { ...defaultRule, id: 1 };
  expect(filterOfRule(account, rule)).toBe('');
  expect(filterOfRule(account, { ...rule, where: 'country:US,GB' })).toBe('country:US,GB');
  expect(filterOfRule(account, { ...rule, proxyUserId: 'alice' })).toBe('user:alice');
  expect(filterOfRule(account, { ...rule, where: 'new york', proxyUserId: 'a b' })).toBe('new york user:"a b"');
});
