import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import OverviewView from '../../../src/renderer/overview/OverviewView.svelte';
import { costsOf, endingWithin } from '../../../src/shared/figures/costs.ts';
import { addDays } from '../../../src/shared/figures/days.ts';
import { timelineDays, type Overview } from '../../../src/shared/figures/overview.ts';
import { serviceFields } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

const [first, last] = ['2026-11-24', '2026-12-23'];
const calm: Overview = {
  proxyCount: 100,
  tested: 0,
  failing: 0,
  failingServices: [],
  countries: [
    { country: 'DE', all: 60, tested: 0, failing: 0 },
    { country: 'BR', all: 40, tested: 0, failing: 0 },
  ],
  totalFailure: null,
  ending: endingWithin([], first, last),
  coming: endingWithin([], first, last),
  unpaid: [],
  usersNearLimit: [],
  data: [],
  lastSync: null,
  costs: costsOf([], first),
};

/** Shows the overview of an account without exports and test runs. */
async function showOverview(changes: Partial<Overview>, size?: { width: number; height: number }): Promise<void> {
  const value = { ...calm, ...changes };
  answerRequests((name) => (name === 'overview:get' ? value : undefined));
  const account = new AccountState(new AppState(), 'a', listColumns);
  account.overview.value = value;
  await show(InAccount, { account, shown: OverviewView }, size);
}

test('proxies of all services that fail for one reason are one problem, which names what may be to blame', async () => {
  const services = ['a', 'b', 'c', 'd'];
  await showOverview({
    tested: 100,
    failing: 100,
    failingServices: services.map((id) => ({ serviceId: id, name: `Service ${id}`, failing: 25, proxyCount: 25 })),
    totalFailure: { testRunId: 1, isHere: true, code: 'not-a-proxy', status: 404, failing: 100 },
  });
  await expect.element(page.getByRole('heading', { name: 'problem needs your attention' })).toBeVisible();
  const problems = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  expect(problems.elements()).toHaveLength(1);
  await expect
    .element(problems)
    .toMatchTextContent(/^All 100 tested proxies fail: .* \(404\)\. This machine may be to blame/);
  // The services are with the figure.
  await expect
    .element(page.getByRole('table', { name: 'Services with failing proxies' }))
    .toMatchTextContent(/Service a/);
});

test.each([
  { totals: [0.1, 0.2], said: /They cost 0\.30\./ },
  { totals: [0.1, null, 0.2], said: /They cost 0\.30, without 1 of unknown cost\./ },
])('a problem says the sum of prices with two decimals, and how many it lacks: $totals', async ({ totals, said }) => {
  const unpaid = totals.map((total, at) => ({
    serviceId: String(at),
    name: `Service ${String(at)}`,
    isOverdue: true,
    invoiceId: null,
    total,
  }));
  await showOverview({ unpaid });
  await expect.element(page.getByRole('list', { name: 'Problems' })).toMatchTextContent(said);
});

test('the rows of the costs add up to their sum and their services, whatever types there are', async () => {
  const types = ['isp', 'datacenter', 'mobile', 'residential', null];
  const services = types.map((service_type, at) => ({
    ...emptyRow(serviceFields),
    service_id: String(at),
    service_type,
    service_status: 'active',
    service_total: 100 / 3 + at,
    service_cycle: '1:month',
    proxyCount: 1,
  }));
  await showOverview({ costs: costsOf(services, first) });
  const table = page.getByRole('table', { name: 'Cost by type' });
  await expect.element(table.getByRole('row').last()).toMatchTextContent(/^2 other types/);
  const cells = table
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent)));
  const sumOf = (at: number): number => cells.reduce((sum, row) => sum + (row[at] ?? 0), 0);
  expect(sumOf(0)).toBe(types.length);
  await expect.element(page.getByTitle('Show these services').first()).toMatchTextContent('176.67');
  expect(sumOf(1)).toBeCloseTo(176.67, 1);
});

test('a country in which nothing was tested has a dash where others have their failing proxies', async () => {
  await showOverview({
    tested: 60,
    failing: 1,
    failingServices: [{ serviceId: 'a', name: 'A', failing: 1, proxyCount: 100 }],
    countries: [
      { country: 'DE', all: 60, tested: 60, failing: 1 },
      { country: 'BR', all: 40, tested: 0, failing: 0 },
    ],
  });
  const figures = (country: string): (string | null)[] =>
    page
      .getByRole('table', { name: 'Proxies by country' })
      .getByRole('row', { name: new RegExp(country) })
      .getBySelector('.number')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => figures('Germany')).toEqual(['60', '1']);
  expect(figures('Brazil')).toEqual(['40', '–']);
  // In the list of failing proxies, too.
  await page.getByRole('radio', { name: 'Failing' }).click();
  expect(figures('Germany')).toEqual(['1', '60']);
  expect(figures('Brazil')).toEqual(['–', '40']);
});

test('in an account with few countries, without exports and runs, the overview has no empty column and a map of half its height at most', async () => {
  await showOverview({}, { width: 1600, height: 900 });
  await expect.element(page.getByRole('region', { name: 'Last exports' })).toBeVisible();
  const boxOf = (name: string): DOMRect => page.getByRole('region', { name }).element().getBoundingClientRect();
  const whole = boxOf('Overview of the account');
  const countries = boxOf('Countries');
  expect([countries.left, countries.right]).toEqual([whole.left, whole.right]);
  expect(boxOf('Last test runs').right).toBe(whole.right);
  expect(countries.height).toBeLessThanOrEqual(whole.height / 2);
});

test('buttons of an empty overview, which have keys elsewhere, say them in their hints', async () => {
  await showOverview({});
  for (const name of ['Test all…', 'Export…']) {
    await expect
      .element(page.getByRole('button', { name }))
      .toHaveAttribute('title', expect.stringMatching(/ \(.+\)$/));
  }
});

test.each([
  [640, '2026-11-24'],
  [900, '2026-11-30'],
  [1100, '2026-11-30'],
  [1280, '2026-11-30'],
])('at %i px from %s the days below the timeline do not overlap, and a month is named', async (width, start) => {
  const end = addDays(start, timelineDays - 1);
  const service = {
    ...emptyRow(serviceFields),
    proxyCount: 1,
    service_expiry_datetime: `${addDays(start, 3)} 00:00:00`,
  };
  const coming = endingWithin([service], start, end);
  await showOverview({ coming }, { width, height: 720 });
  const days = page.getByRole('group', { name: 'Services by day of expiry' });
  await expect.element(days).toBeVisible();
  const labels = [...days.element().querySelectorAll('.label')].filter((label) => label.checkVisibility());
  const boxes = labels.map((label) => {
    const text = document.createRange();
    text.selectNodeContents(label);
    return text.getBoundingClientRect();
  });
  expect(boxes.length).toBeGreaterThan(5);
  for (const [at, box] of boxes.slice(1).entries()) expect(box.left).toBeGreaterThan(boxes[at]?.right ?? 0);
  expect(labels.map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(/ Dec$/));
});
