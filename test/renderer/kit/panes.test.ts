import { expect, test } from 'vitest';
import { Panes } from '../../../src/renderer/kit/pane/panes.svelte.ts';

const openOf = (panes: Panes): string[] => (['filters', 'details'] as const).filter((pane) => panes.isOpen(pane));

test('a window that becomes narrow closes its panes, and opens them again when it is wide', () => {
  const panes = new Panes();
  panes.setOpen('details', false);
  panes.fit(900);
  expect(openOf(panes)).toEqual([]);
  panes.fit(900);
  panes.fit(1300);
  expect(openOf(panes)).toEqual(['filters']);
});

test('only a window below 1100 px is tight, so that lists next to others are menus', () => {
  const panes = new Panes();
  panes.fit(1100);
  expect(panes.isTight).toBe(false);
  panes.fit(1099);
  expect(panes.isTight).toBe(true);
  panes.fit(1280);
  expect(panes.isTight).toBe(false);
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
  panes.fit(1600);
  expect(openOf(panes)).toEqual(['filters', 'details']);
  // Of a common notebook they would take half of the room that filters leave to the table.
  panes.fit(1440);
  expect(openOf(panes)).toEqual(['filters']);
  panes.fit(900);
  panes.fit(1600);
  expect(openOf(panes)).toEqual(['filters', 'details']);
  panes.setOpen('details', false);
  panes.fit(1280);
  panes.fit(1600);
  expect(openOf(panes)).toEqual(['filters']);
  panes.setOpen('details', true);
  panes.fit(1280);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});

test('what was not opened or closed on purpose is not restored in a window of another width', () => {
  const last = new Panes();
  last.fit(1280);
  const next = new Panes();
  next.fit(1600);
  next.restore(last.chosen);
  expect(openOf(next)).toEqual(['filters', 'details']);
  last.setOpen('details', false);
  next.restore(last.chosen);
  expect(openOf(next)).toEqual(['filters']);
  next.fit(1920);
  expect(openOf(next)).toEqual(['filters']);
});

test('a narrow window closes panes without deciding that they stay closed', () => {
  const last = new Panes();
  last.fit(1600);
  last.fit(900);
  expect(openOf(last)).toEqual([]);
  const next = new Panes();
  next.fit(1600);
  next.restore(last.chosen);
  expect(openOf(next)).toEqual(['filters', 'details']);
});

test('a narrow window begins without panes over its list, and opens those that were restored when it is wide', () => {
  const panes = new Panes();
  panes.fit(900);
  panes.restore({ filters: true, details: true });
  expect(openOf(panes)).toEqual([]);
  panes.fit(1280);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});

test('details that were looked at in a narrow window and closed again open in a wide one', () => {
  const panes = new Panes();
  panes.fit(900);
  panes.setOpen('details', true);
  panes.setOpen('details', false);
  panes.fit(1600);
  expect(openOf(panes)).toEqual(['filters', 'details']);
});
