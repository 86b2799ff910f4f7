import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeDatabaseName, makeProxy, makeService, makeStore } from '../support.ts';

test('the last runs are remembered: when one was complete, when one was tried, what was wrong', () => {
  const { syncs } = makeStore();
  expect(syncs.lastRun()).toEqual({ lastCompletedAt: null, lastAttemptAt: null, lastProblem: null });
  const run = (minute: number, complete: boolean) => ({
    startedAt: `2026-10-01T08:${String(minute).padStart(2, '0')}:00.000Z`,
    finishedAt: `2026-10-01T08:${String(minute).padStart(2, '0')}:30.000Z`,
    complete,
    problem: complete ? null : ({ code: 'timeout', message: 'Too slow.', status: 504 } as const),
  });
  syncs.finishRun(run(1, true));
  for (let count = 0; count < 150; count += 1) syncs.finishRun(run(2, false));
  expect(syncs.lastRun()).toEqual({
    lastCompletedAt: '2026-10-01T08:01:30.000Z',
    lastAttemptAt: '2026-10-01T08:02:00.000Z',
    lastProblem: { code: 'timeout', message: 'Too slow.', status: 504 },
  });
  syncs.finishRun(run(3, true));
  expect(syncs.lastRun()).toMatchObject({ lastCompletedAt: '2026-10-01T08:03:30.000Z', lastProblem: null });
});

test('a service counts its proxies, and a proxy shows the name of its service', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, { service_id: 'svc-1' }),
    makeProxy(2, { service_id: 'svc-1' }),
    makeProxy(3, { service_id: 'svc-9' }),
  ]);
  store.syncs.writePage('services', [makeService('svc-1', 'One'), makeService('svc-2', 'Two')]);
  expect(store.services.get('svc-1')?.proxyCount).toBe(2);
  expect(store.services.get('svc-2')?.proxyCount).toBe(0);
  expect(store.proxies.get(makeProxy(2).id)?.service_name).toBe('One');
  expect(store.proxies.get(makeProxy(3).id)).toMatchObject({ service_id: 'svc-9', service_name: null });
});

test('the same ID twice in a page is one row', () => {
  const store = makeStore();
  const written = store.syncs.writePage('proxies', [makeProxy(1), makeProxy(1, { proxy_status: 'waiting' })]);
  expect(written).toMatchObject({ added: 1, changed: 1 });
  expect(store.syncs.countRows('proxies')).toBe(1);
  expect(store.proxies.get(makeProxy(1).id)?.proxy_status).toBe('waiting');
});

test('a stored problem that is not JSON any more hides nothing else: it is unknown until the next sync', () => {
  const file = makeDatabaseName();
  const { syncs } = makeStore(file);
  const times = { startedAt: '2026-10-01T08:01:00.000Z', finishedAt: '2026-10-01T08:01:30.000Z' };
  syncs.finishRun({ ...times, complete: true, problem: null });
  syncs.noteOutcomes([['proxies', { complete: true, problem: null }]]);
  const db = new Database(file);
  db.exec("UPDATE last_run SET problem = '{'; UPDATE resource_state SET problem = '{'");
  db.close();
  expect(syncs.lastRun()).toMatchObject({
    lastCompletedAt: times.finishedAt,
    lastProblem: { code: 'database-damaged' },
  });
  expect(syncs.resourceStates().proxies.problem).toMatchObject({ code: 'database-damaged' });
});
