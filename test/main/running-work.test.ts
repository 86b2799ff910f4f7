import { expect, test } from 'vitest';
import type { FaultHook } from '../support/demo-service.ts';
import { openApp } from '../support/open-app.ts';

test('what the end of the app would interrupt: a first sync, a test run, a change; not a later sync', async () => {
  const faults: { now?: FaultHook } = {};
  const { ask, accountId, runningWork, demo } = await openApp({ faults });
  expect(runningWork()).toEqual([]);
  let answer: () => void = () => undefined;
  /** From now on, requests wait until `answer` is called. */
  const hold = (): void => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    answer = () => {
      resolve(undefined);
    };
    faults.now = () => promise;
  };
  hold();
  const first = ask('sync:run', { accountId });
  await expect.poll(runningWork).toEqual(['the first sync of env']);
  answer();
  await first;
  expect(runningWork()).toEqual([]);

  hold();
  const second = ask('sync:run', { accountId });
  const requests = demo.requests.length;
  await expect.poll(() => demo.requests.length).toBeGreaterThan(requests);
  expect(runningWork()).toEqual([]);
  answer();
  await second;

  hold();
  const id = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
  const edit = ask('services:edit', { accountId, id, changes: { payment_method_id: 'pm' } });
  const { id: testRunId } = await ask('tests:start', {
    accountId,
    proxies: { kind: 'query', where: '' },
    urls: ['https://example.com/'],
  });
  expect(runningWork()).toEqual([`test run ${String(testRunId)} of env`, 'the change of a service']);
  answer();
  await edit;
  await expect.poll(runningWork).toEqual([]);
});
