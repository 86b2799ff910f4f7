import { createRawSnippet, flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import Availability from '../../../src/renderer/catalog/Availability.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import { FailureError } from '../../../src/shared/failure.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

const grid = page.getByRole('grid', { name: 'Residential nodes' });
const row = (index: number) => grid.getBySelector(`[data-index="${index}"]`);
const headings = (): readonly string[] =>
  grid
    .getByRole('columnheader')
    .elements()
    .map((element) => element.textContent.trim());
const failure = page.getByRole('alert');
const details = page.getByRole('complementary', { name: 'Details of the addresses' });

/** Cached responses by their grouping. */
const responses: Readonly<Record<string, readonly object[]>> = {
  country: [
    { country_id: 'BR', residential_availability_node_count: 30 },
    { country_id: 'US', residential_availability_node_count: 20 },
  ],
  'country,subdivision': [
    { country_id: 'BR', subdivision_id: 'BR-SP', residential_availability_node_count: 25 },
    { country_id: 'US', subdivision_id: 'US-NY', residential_availability_node_count: 20 },
  ],
};

/** Shows cached availability; the returned function answers the requests that `isHeld` keeps waiting. */
async function showAvailability(isHeld: (id: string) => boolean = () => false) {
  const waiting: (() => void)[] = [];
  const service = { isUp: false };
  answerRequests(async (name, { id = '', isBefore = false }) => {
    if (name === 'availability:names') return { subdivisions: { 'BR-SP': 'São Paulo' }, networks: {} };
    if (name === 'record:get' && !service.isUp)
      throw new FailureError({ code: 'unreachable', message: 'The service cannot be reached.' });
    if (name !== 'record:cached') return [];
    if (isHeld(id)) await new Promise<void>((resolve) => waiting.push(resolve));
    const options = responses[id];
    return isBefore || options === undefined
      ? null
      : { record: { residential_options: options }, receivedAt: '2026-03-01T10:00:00Z' };
  });
  const app = new AppState();
  app.view = 'catalog';
  const account = new AccountState(app, 'a', listColumns);
  const tabs = createRawSnippet(() => ({ render: () => '<span></span>' }));
  await show(InAccount, { account, shown: Availability, props: { tabs } }, { width: 1900, height: 800 });
  await expect.poll(headings).toEqual(['Country', 'Nodes', 'Share']);
  await expect.element(row(1)).toMatchTextContent('United States');
  await row(0).click();
  const answerHeld = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { account, answerHeld, service };
}

/** Goes into a place whose list is not cached. */
async function goIntoSubdivision(): Promise<void> {
  await details.getByRole('button', { name: 'Show subdivisions of Brazil' }).click();
  await expect.element(row(0)).toMatchTextContent('São Paulo');
  await row(0).click();
  await details.getByRole('button', { name: 'Show cities of Brazil, São Paulo' }).click();
}

test('a place that was gone into keeps its list until the list of the places within it is here', async () => {
  const { answerHeld } = await showAvailability((id) => id === 'country,subdivision');
  await details.getByRole('button', { name: 'Show subdivisions of Brazil' }).click();
  await expect.element(page.getByRole('navigation', { name: 'Place' })).toMatchTextContent('Brazil');
  expect(headings()).toEqual(['Country', 'Nodes', 'Share']);
  await expect.element(row(1)).toMatchTextContent('United States');
  answerHeld();
  await expect.element(row(0)).toMatchTextContent('São Paulo');
  expect(headings()).toEqual(['Subdivision', 'Nodes', 'Share']);
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
});

test('the button of the details keeps the focus while the cache changes', async () => {
  const { account } = await showAvailability();
  const button = details.getByRole('button', { name: 'Show subdivisions of Brazil' });
  const element = button.element();
  element.focus();
  account.noteChange();
  flushSync();
  await expect.element(button).toHaveFocus();
  await expect.poll(() => button.element()).toBe(element);
  await userEvent.keyboard('{Enter}');
  await expect.element(row(0)).toMatchTextContent('São Paulo');
});

test('a place that could not be loaded takes its failure along when the user goes back', async () => {
  await showAvailability();
  await goIntoSubdivision();
  await expect.element(failure).toMatchTextContent('The service cannot be reached.');
  await page.getByRole('button', { name: 'All countries' }).click();
  await expect.element(row(1)).toMatchTextContent('United States');
  await expect.element(failure).not.toBeInTheDocument();
});

test('a place that could not be loaded shows no failure any more once it is loaded', async () => {
  const { service } = await showAvailability();
  await goIntoSubdivision();
  await expect.element(failure).toBeVisible();
  service.isUp = true;
  await page.getByRole('button', { name: 'Load' }).click();
  await expect.element(failure).not.toBeInTheDocument();
});
