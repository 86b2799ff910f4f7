import { expect, onTestFinished, test, vi } from 'vitest';
import { latencyCell, testedCell, testHoursCell } from '../../../src/renderer/proxies/proxy-columns.ts';
import type { ProxyEndpoint } from '../../../src/shared/records/proxy.ts';

const hour = 480_000;
// The cells look at the fields about tests only.
const row = (fields: Partial<ProxyEndpoint>): ProxyEndpoint =>
  ({
    lastTestedAtMs: null,
    lastTestDatetime: null,
    lastTestSource: 'service',
    lastTestCode: null,
    testHours: null,
    ...fields,
  }) as ProxyEndpoint;

function setTime(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: hour * 3_600_000 + minutes * 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('the age of the last test is computed by the clock of this computer', () => {
  setTime(15);
  const tested = row({ lastTestedAtMs: hour * 3_600_000, lastTestDatetime: '2026-10-01 08:00:00' });
  expect(testedCell(tested).text).toBe('15 min ago');
  expect(testedCell(tested).title).toMatch(/by this computer's clock; the service wrote 2026-10-01/);
  expect(testedCell(row({}))).toEqual({ text: '', title: 'Not tested' });
});

test('the latency of a proxy whose last test failed says so', () => {
  const tested = { lastTestedAtMs: 1, isLastTestSuccessful: true, lastResponseTime: 1234 };
  expect(latencyCell(row(tested)).text).toBe('1,234');
  const failed = { ...tested, isLastTestSuccessful: false, lastResponseTime: null };
  expect(latencyCell(row(failed))).toMatchObject({ text: 'fails', tone: 'bad' });
  const unknown = { ...failed, isLastTestSuccessful: null };
  expect(latencyCell(row(unknown)).text).toBe('unknown');
});

test('a sparkline has a bar for each tested hour of the last 24, and failures of their own', () => {
  setTime(59);
  const cell = testHoursCell(
    row({
      testHours: [
        [hour - 24, 5, 0, 900],
        [hour - 23, 1, 0, 200],
        [hour - 1, 2, 1, 100],
        [hour, 0, 3, null],
      ],
    }),
  );
  expect(cell.text).toBe('3 worked, 4 failed');
  expect(cell.spark?.bars).toEqual([
    { at: 0, share: 1, hasFailed: false },
    { at: 22, share: expect.closeTo(0.65) as number, hasFailed: true },
    { at: 23, share: 0, hasFailed: true },
  ]);
  expect(testHoursCell(row({ testHours: [] })).title).toBe('Not tested in 24 hours');
});

test('the latency of a test from this machine has a unit, and its failure a reason', () => {
  const tested = { lastTestedAtMs: 1, lastTestSource: 'here' } as const;
  const passed = { ...tested, isLastTestSuccessful: true, lastResponseTime: 357 };
  expect(latencyCell(row(passed))).toEqual({
    text: '357',
    title: 'Milliseconds until the first byte in the last test from this machine',
  });
  const failed = { ...tested, isLastTestSuccessful: false, lastTestCode: 'wrong-credentials' };
  expect(latencyCell(row(failed)).title).toBe('The last test from this machine failed: Wrong credentials');
});
