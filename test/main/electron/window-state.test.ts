import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOnDisplays, readWindowState, writeWindowState } from '../../../src/main/electron/window-state.ts';
import { expectPrivate } from '../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const rectangle = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const laptop = rectangle(0, 25, 1440, 875);
const monitor = rectangle(1440, 0, 2560, 1440);
const log = { info: () => undefined, error: () => undefined };

test('the state is read as it was written, by its owner alone', () => {
  const file = join(makeTemporaryFolder(), 'window.json');
  const state = { bounds: rectangle(-10, 20, 950, 620), isMaximized: true };
  writeWindowState(file, state, log);
  expect(readWindowState(file)).toEqual(state);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(state);
  expectPrivate(file);
});

test.each(['', 'null', '[]', '{"bounds":1}', '{"bounds":{"x":1e400,"y":0,"width":9,"height":9}}'])(
  'a file with %j is taken as none',
  (text) => {
    const file = join(makeTemporaryFolder(), 'window.json');
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeUndefined();
  },
);

test('a state that cannot be saved is logged', () => {
  const events: string[] = [];
  const state = { bounds: rectangle(0, 0, 1, 1), isMaximized: false };
  const file = join(makeTemporaryFolder(), 'missing', 'window.json');
  writeWindowState(file, state, { ...log, error: (event) => events.push(event) });
  expect(events).toEqual(['window state']);
});

test('a window returns to its place on the display that shows it', () => {
  const bounds = rectangle(1600, 100, 1600, 900);
  expect(placeOnDisplays(bounds, [laptop, monitor])).toEqual(bounds);
});

test('a window that overlaps two displays moves into the one that shows more of it', () => {
  const bounds = rectangle(1200, 100, 1000, 700);
  expect(placeOnDisplays(bounds, [laptop, monitor])).toEqual(rectangle(1440, 100, 1000, 700));
});

test('a window that is larger than its display shrinks into it', () => {
  const bounds = rectangle(-200, -100, 1800, 1200);
  expect(placeOnDisplays(bounds, [laptop])).toEqual(laptop);
});

test('a window on a display that is gone opens at its usual place', () => {
  expect(placeOnDisplays(rectangle(1600, 100, 1600, 900), [laptop])).toBeUndefined();
  expect(placeOnDisplays(rectangle(0, 0, 900, 600), [])).toBeUndefined();
});
