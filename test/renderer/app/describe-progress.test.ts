import { expect, test } from 'vitest';
import { describeProgress } from '../../../src/renderer/app/describe-status.ts';

const progress = { accountId: 'a', resource: 'proxies', received: 600, expected: 3000 } as const;
const describe = (elapsedMs: number, silentMs: number, expected: number | null = 3000) =>
  describeProgress(
    { ...progress, expected },
    { startedAtMs: 1_000_000 - elapsedMs, heardAtMs: 1_000_000 - silentMs },
    1_000_000,
  );

test('shows how much of a resource was received, and how long a longer sync takes', () => {
  expect(describe(2000, 0)).toEqual({ text: 'Syncing proxies: 600 of 3,000', share: 0.2, hint: null });
  expect(describe(12_000, 0).text).toBe('Syncing proxies: 600 of 3,000, 12 s');
  expect(describe(130_000, 0, null)).toEqual({ text: 'Syncing proxies: 600, 2 min 10 s', share: null, hint: null });
});

test('a sync that waits for the service shows for how long, and is not silent', () => {
  const times = { startedAtMs: 0, heardAtMs: 0 };
  expect(describeProgress({ ...progress, waitSeconds: 32 }, times, 60_000)).toEqual({
    text: 'Waiting for the service, 32 s',
    share: 0.2,
    hint: null,
  });
});

test('a service that is silent for ten seconds is reported', () => {
  expect(describe(9000, 9000).hint).toBeNull();
  expect(describe(15_000, 15_000).hint).toBe('No response for 15 s. Wait, or cancel and check the network.');
  const before = describeProgress(null, { startedAtMs: 0, heardAtMs: 0 }, 11_000);
  expect(before.text).toBe('Syncing, 11 s');
});
