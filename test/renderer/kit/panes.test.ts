import { expect, test } from 'vitest';
import { Panes } from '../../../src/renderer/kit/pane/panes.svelte.ts';

const openOf = (panes: Panes): string[] =>
  (['filters', 'details'] as const).filter((pane) => panes.isOpen(pane));

test('a window that becomes narrow closes its panes, and opens them again when it is wide', () => {
  const panes = new Panes();
  panes.setOpen('details', false);
  panes.fit(900);
  expect(openOf(panes)).toEqual([]);
  panes.fit(900);
  panes.fit(1300);
  expect(openOf(panes)).toEqual(['filters']);
});

test('in a narrow window one pane is open at a time', () => {
  const panes = new Panes();
  panes.fit(900);
  panes.setOpen('filters', true);
  panes.setOpen('details', true);
  expect(openOf(panes)).toEqual(['details']);
  panes.setOpen('filters', true);
  expect(openOf(panes)).toEqual(['filters']);
  panes.fit(1300);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});

test('the details are open in a wide window until they are opened or closed on purpose', () => {
  const panes = new Panes();
  panes.fit(1440);
  expect(openOf(panes)).toEqual(['filters', 'details']);
  panes.fit(1280);
  expect(openOf(panes)).toEqual(['filters']);
  panes.fit(900);
  panes.fit(1440);
  expect(openOf(panes)).toEqual(['filters', 'details']);
  panes.setOpen('details', false);
  panes.fit(1280);
  panes.fit(1440);
  expect(openOf(panes)).toEqual(['filters']);
  panes.setOpen('details', true);
  panes.fit(1280);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});
