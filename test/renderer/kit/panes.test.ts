import { expect, test } from 'vitest';
import { Panes } from '../../../src/renderer/kit/pane/panes.svelte.ts';

const openOf = (panes: Panes): string[] =>
  (['filters', 'details'] as const).filter((pane) => panes.isOpen(pane));

test('a window that becomes narrow closes its panes, and opens them again when it is wide', () => {
  const panes = new Panes();
  panes.setOpen('details', false);
  panes.fit(true);
  expect(openOf(panes)).toEqual([]);
  panes.fit(true);
  panes.fit(false);
  expect(openOf(panes)).toEqual(['filters']);
});

test('in a narrow window one pane is open at a time', () => {
  const panes = new Panes();
  panes.fit(true);
  panes.setOpen('filters', true);
  panes.setOpen('details', true);
  expect(openOf(panes)).toEqual(['details']);
  panes.setOpen('filters', true);
  expect(openOf(panes)).toEqual(['filters']);
  panes.fit(false);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});
