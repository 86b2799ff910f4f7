import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { maxGroups } from '../../../src/renderer/account/test-runs.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import RunFigures from '../../../src/renderer/test-runs/RunFigures.svelte';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('the figures of a run show whole rows of groups with bars, and write nothing on the bars of the latency', async () => {
  Object.assign(window, { bridge: { on: () => () => undefined, request: () => new Promise(() => undefined) } });
  const account = new AccountState(new AppState(), 'a', listColumns);
  account.tests.groups = {
    groups: Array.from({ length: maxGroups }, (_, at) => ({
      value: String(at),
      label: `Deutsche Telekom ${String(at)}`,
      count: 100,
      works: 90 - at,
    })),
    others: { groupCount: 28, count: 10, works: 1 },
  };
  const run = { source: 'here', state: 'finished', urls: ['https://a/'], settings: null, proxyUserId: null };
  // The run is ahead of its figures.
  const counts = { proxyCount: 120, proxiesTested: 110, proxiesPassed: 95, skippedCount: 0, goneCount: 0, bytes: 0 };
  const figures = {
    proxyCount: 100,
    passedCount: 90,
    p50: 120,
    p95: 900,
    errors: [],
    faults: [],
    times: { step: 100, counts: [1, 5, 3] },
    phases: null,
    strayCount: 0,
    judged: null,
  };
  await show(InAccount, { account, shown: RunFigures, props: { run: { ...run, ...counts }, figures } });
  await expect.element(page.getByRole('img', { name: '95 work, 15 fail, 10 no result' })).toBeVisible();
  const groups = page.getByRole('region', { name: 'Groups' });
  await expect.element(groups.getByText('28 others…')).toBeVisible();
  const box = page.getBySelector('.figures').element();
  expect(box.scrollHeight).toBeLessThanOrEqual(box.clientHeight);
  // The menu does not touch the first row.
  const menu = groups.getByRole('combobox').element().getBoundingClientRect();
  const [first] = groups.getByRole('button').elements();
  expect((first?.getBoundingClientRect().top ?? 0) - menu.bottom).toBeGreaterThanOrEqual(6);
  // The others lead to all of them.
  expect(groups.getByRole('button').elements()).toHaveLength(maxGroups + 1);
  expect(groups.element().querySelectorAll('.share')).toHaveLength(maxGroups + 1);
  await expect.element(page.getByRole('region', { name: 'Latency' }).getByText('p50')).toBeVisible();
  expect(page.getBySelector('.plot').element().textContent.trim()).not.toMatch(/p50|p95/);
});
