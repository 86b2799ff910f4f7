import { expect, test } from 'vitest';
import { openApp } from '../../support/open-app.ts';

test('all accounts are listed with their totals, problems and last sync', async () => {
  const { ask, accountId, demo } = await openApp({ isSynced: true });
  const second = await ask('accounts:add-demo', { proxyCount: 5 });
  const [first, other] = await ask('accounts:overview', undefined);
  expect(first).toMatchObject({
    id: accountId,
    proxyCount: 40,
    // Nothing was tested, so nothing is known to work.
    failingCount: null,
    // An overdue service, and a proxy user near its limit.
    problemCount: 2,
    userCount: 25,
    problem: null,
  });
  expect(Date.parse(first?.lastCompletedAt ?? '')).toBeGreaterThan(0);
  expect(other).toMatchObject({ id: second.id, proxyCount: 0, lastCompletedAt: null });
  await demo.close();
  await ask('sync:run', { accountId });
  const [after] = await ask('accounts:overview', undefined);
  expect(after).toMatchObject({ proxyCount: 40, problem: expect.stringMatching(/./) as string });
});
