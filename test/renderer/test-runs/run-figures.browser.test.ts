import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { maxGroups } from '../../../src/renderer/account/test-runs.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import RunFigures from '../../../src/renderer/test-runs/RunFigures.svelte';
import { defaultLocalTest } from '../../../src/shared/test-runs/test-run.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
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

test('next to free room no reason, side or setting of a run is cut', async () => {
  answerRequests(() => undefined);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const counts = { proxyCount: 120, proxiesTested: 110, proxiesPassed: 95, skippedCount: 12, goneCount: 0, bytes: 9e6 };
  const skipped = { 'no-address': 12 };
  const run = {
    source: 'here',
    state: 'finished',
    urls: ['http://a.example/', 'http://b.example/'],
    settings: defaultLocalTest,
  };
  const figures = {
    proxyCount: 110,
    passedCount: 95,
    p50: 120,
    p95: 900,
    errors: [],
    faults: [
      { fault: 'target', proxyCount: 12, reasons: [{ code: 'blocked', proxyCount: 12 }] },
      { fault: 'proxy', proxyCount: 3, reasons: [{ code: 'not-a-proxy', proxyCount: 3 }] },
    ],
    times: { step: 100, counts: [1, 5, 3] },
    phases: null,
    strayCount: 0,
    judged: null,
  };
  const props = { run: { ...run, proxyUserId: 'warehouse-scraper-eu', skipped, ...counts }, figures };
  await show(InAccount, { account, shown: RunFigures, props }, { width: 1280, height: 800 });
  const result = page.getByRole('region', { name: 'Result' }).element();
  const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  const texts = [...result.querySelectorAll('.ellipsis, .notes')];
  expect(texts).toHaveLength(5);
  expect(texts.filter(isCut).map(({ textContent }) => textContent)).toEqual([]);
});
