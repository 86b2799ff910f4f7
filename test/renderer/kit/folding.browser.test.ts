import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import RecordFields from '../../../src/renderer/kit/detail/RecordFields.svelte';
import ChartTable from '../../../src/renderer/kit/chart/ChartTable.svelte';
import MoreOptions from '../../../src/renderer/kit/MoreOptions.svelte';
import { show } from '../../support/window/show.ts';

/** The arrow of a folded part, and of the same part opened. */
async function arrowsOf(name: string): Promise<readonly string[]> {
  const summary = page.getByText(name).element().closest('summary');
  if (summary === null) throw new Error(`${name} cannot be opened.`);
  const arrow = (): string => {
    const { content, width, height, borderWidth, borderStyle, transform } = getComputedStyle(summary, '::before');
    const { cursor, listStyleType } = getComputedStyle(summary);
    return [content, width, height, borderWidth, borderStyle, transform, cursor, listStyleType].join(' ');
  };
  const folded = arrow();
  await page.getByText(name).click();
  return [folded, arrow()];
}

test('all that is folded has the same arrow, which turns when it is opened', async () => {
  const children = createRawSnippet(() => ({ render: () => '<p>Rare</p>' }));
  await show(MoreOptions, { children });
  await show(RecordFields, { record: { service_id: '7' } });
  await show(ChartTable, { label: 'Days', columns: [], rows: [] });
  const arrows = [];
  for (const name of ['More options', 'All fields as received', 'Show as table']) arrows.push(await arrowsOf(name));
  const [[folded, opened] = []] = arrows;
  expect(folded).not.toBe(opened);
  expect(arrows).toEqual(arrows.map(() => [folded, opened]));
});
