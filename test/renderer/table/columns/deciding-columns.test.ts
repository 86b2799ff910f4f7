import { expect, test } from 'vitest';
import { changeColumns } from '../../../../src/renderer/changes/change-columns.ts';
import { proxyColumns } from '../../../../src/renderer/proxies/proxy-columns.ts';
import { serviceColumns } from '../../../../src/renderer/services/service-columns.ts';
import { resultColumns, testedColumns } from '../../../../src/renderer/test-runs/tested-columns.ts';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';

const remPx = 16;
const tickPx = 30;

/** Where a column of a table with ticks ends, in CSS pixels; those about other runs and tags are not shown. */
function endOf(columns: readonly GridColumn<never>[], key: string): number {
  const shown = columns.filter(({ isExtra, isOf }) => isExtra !== true && isOf !== 'runs' && isOf !== 'tags');
  const at = shown.findIndex((column) => column.key === key);
  expect(at, key).toBeGreaterThanOrEqual(0);
  return shown.slice(0, at + 1).reduce((px, { widthRem }) => px + widthRem * remPx, tickPx);
}

// The list next to everything that can be open in a window of 1280 by 800; services in one of 900 by 600.
test.each([
  ['a proxy shows where it is and how its last test went', proxyColumns, 'latency', 532],
  ['a service shows its end', serviceColumns, 'expiry', 692],
  ['a change shows its field', changeColumns, 'field', 516 - 140],
  ['a proxy of a run shows why it failed', testedColumns, 'errors', 516],
  ['a result shows why it failed', resultColumns, 'reason', 516],
] as const)('in a small window %s', (_what, columns, key, roomPx) => {
  expect(endOf(columns, key)).toBeLessThanOrEqual(roomPx);
});
