import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepBackground, takeBackground } from '../../../src/main/electron/restart-state.ts';

test('one start after an update is without a window, if the app was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-restart-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  expect(takeBackground(folder)).toBe(false);
  keepBackground(folder);
  expect(takeBackground(folder)).toBe(true);
  expect(takeBackground(folder)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('a start long after an update that failed shows the window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-restart-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  keepBackground(folder);
  const [file = ''] = readdirSync(folder);
  const longAgo = Date.now() / 1000 - 3600;
  utimesSync(join(folder, file), longAgo, longAgo);
  expect(takeBackground(folder)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
