import { expect, test } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { figureActions } from '../../../src/renderer/gateway/figure-actions.ts';
import { requestActions } from '../../../src/renderer/gateway/request-actions.ts';
import { figureFields } from '../../../src/shared/records/gateway-figure.ts';
import { requestFields } from '../../../src/shared/records/gateway-request.ts';
import { emptyRow } from '../../support/empty-row.ts';

const account = new AccountState(new AppState(), 'a', listColumns);

test.each([
  { by: 'host', blocks: true },
  { by: 'direct', blocks: true },
  { by: 'blocked', blocks: false },
])('of figures of $by, a line that blocks the host is offered: $blocks', ({ by, blocks }) => {
  const row = { ...emptyRow(figureFields), figure_id: 'x', by, name: 'shop.example.com' };
  const titles = figureActions(account, row, '7d').map(({ title }) => title);
  expect(titles).toContain('Send to another rule…');
  expect(titles.includes('Block it…')).toBe(blocks);
});

test.each([
  { reason: 'timeout', blocks: true },
  { reason: 'blocked-by-line', blocks: false },
])('of a request that failed by $reason, a line that blocks its host is offered: $blocks', ({ reason, blocks }) => {
  const fields = { request_id: '1', rule: 'scraper', target_host: 'shop.example.com', reason };
  const place = { country_id: null, city_name: null, asn_name: null, tries: [] };
  const actions = requestActions(account, { ...emptyRow(requestFields), ...place, ...fields });
  const block: unknown = expect.objectContaining({ title: 'Block it…' });
  expect(actions).toContainEqual(expect.objectContaining({ title: 'Send to another rule…' }));
  expect(actions).toEqual(blocks ? expect.arrayContaining([block]) : expect.not.arrayContaining([block]));
});
