import { patience } from '../../support/patience.ts';
import { systemClock } from '../../../src/main/ports.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { FaultHook } from '../../support/demo-service.ts';
import type { Call } from '../../../src/main/ipc/handlers/handlers.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { openApp, type OpenApp } from '../../support/open-app.ts';
import { listen } from '../../support/listen.ts';

const id = '00000000-0000-4000-8000-000000000001';
type Question = (app: OpenApp, call: Call) => Promise<unknown>;

const questions: readonly Question[] = [
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'city', id }, call),
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'service_adjustment', id }, call),
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'mobile_ledger', id }, call),
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'residential_ledger', id }, call),
  ({ ask, accountId }, call) =>
    ask('record:get', { accountId, kind: 'availability', id: 'country', refresh: true }, call),
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'catalog', refresh: true }, call),
  ({ ask, accountId }, call) => ask('record:get', { accountId, kind: 'customer', refresh: true }, call),
  ({ ask, accountId }, call) => ask('list:refresh', { list: 'proxies', accountId, id }, call),
  ({ ask, accountId }, call) => ask('list:refresh', { list: 'services', accountId, id }, call),
  ({ ask, accountId }, call) => ask('list:refresh', { list: 'proxy_users', accountId, id }, call),
  ({ ask, accountId }, call) => ask('access:check', { accountId, rows: { kind: 'ids', ids: [id] } }, call),
  ({ ask, accountId }, call) => ask('accounts:check', { accountId }, call),
];

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: unknown) => asFailure(error).code,
  );

/** Sends a request, waits until it has reached the service, and aborts it. */
async function askAndCancel(app: OpenApp, question: Question): Promise<string> {
  const before = app.demo.requests.length;
  const controller = new AbortController();
  const asked = codeOf(question(app, { signal: controller.signal }));
  await vi.waitUntil(() => app.demo.requests.length > before, { ...patience, interval: 2 });
  controller.abort();
  return asked;
}

test('each request to the service can be aborted, and makes room for the next', async () => {
  const faults: NonNullable<Parameters<typeof openApp>[0]>['faults'] = {};
  const app = await openApp({ faults });
  const { accountId } = app;
  faults.now = () => 'hang';
  // More than can run at once: a place that is not released would stop the last.
  for (const question of questions) {
    expect(await askAndCancel(app, question), String(question)).toBe('canceled');
  }
  faults.now = () => undefined;
  expect(await app.ask('record:get', { accountId, kind: 'customer', refresh: true })).toMatchObject({
    record: app.demo.account.customer(),
  });
});

test('a waiting request is aborted without being sent', async () => {
  const faults: NonNullable<Parameters<typeof openApp>[0]>['faults'] = { now: () => 'hang' };
  const { ask, accountId, demo } = await openApp({ faults });
  const controller = new AbortController();
  const asked = Array.from({ length: 12 }, (_, index) =>
    codeOf(ask('record:get', { accountId, kind: 'city', id: String(index) }, { signal: controller.signal })),
  );
  await vi.waitUntil(() => demo.requests.length >= 4, { ...patience, interval: 2 });
  controller.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['canceled']));
  expect(demo.requests.length).toBeLessThan(12);
});

test('a sync of some resources can be aborted, and neither postpones nor stops automatic syncs', async () => {
  const faults: { now?: FaultHook } = {};
  let nowMs = Date.now();
  const clock = { ...systemClock, wallMs: () => nowMs, monotonicMs: () => nowMs };
  const { ask, accountId, demo } = await openApp({ faults, clock });
  await ask('sync:run', { accountId });
  const nextMs = async (): Promise<number> => Date.parse((await ask('sync:plan', { accountId })).nextAt ?? '');
  const plannedMs = await nextMs();
  nowMs += 60_000;
  const only = ['summaries'] as const;
  faults.now = () => ({ status: 403 });
  expect(await ask('sync:run', { accountId, only })).toMatchObject({ problem: { code: 'keys-refused' } });
  expect(await nextMs()).toBe(plannedMs);

  faults.now = () => 'hang';
  const before = demo.requests.length;
  const controller = new AbortController();
  const call = { signal: controller.signal };
  const running = ask('sync:run', { accountId, only }, call);
  await vi.waitUntil(() => demo.requests.length > before, { ...patience, interval: 2 });
  controller.abort();
  expect(await running).toMatchObject({ problem: { code: 'canceled' } });
  expect((await ask('sync:state', { accountId })).running).toBeNull();
});

test('an aborted check of keys closes its connection', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => held.push(response));
  const port = await listen(server);
  const { ask } = await openApp();
  const controller = new AbortController();
  const keys = { publicKey: 'public', privateKey: 'private' };
  const baseUrl = `http://127.0.0.1:${port}/1.0`;
  const asked = codeOf(ask('accounts:try', { baseUrl, ...keys }, { signal: controller.signal }));
  await vi.waitUntil(() => held.length > 0, { ...patience, interval: 2 });
  const closed = once(held[0] ?? server, 'close');
  controller.abort();
  expect(await asked).toBe('canceled');
  await closed;
});

test('cached records are answered after an abort, and a write is not aborted', async () => {
  const { ask, accountId, demo } = await openApp({ isSynced: true });
  const signal = AbortSignal.abort();
  expect(await ask('record:cached', { accountId, kind: 'customer' }, { signal })).not.toBeNull();
  const [service = {}] = demo.account.services.slice(0, 1);
  const changes = { service_is_automatic_collection: service['service_is_automatic_collection'] !== true };
  const edit = { accountId, id: String(service['service_id']), changes };
  expect(await codeOf(ask('services:edit', edit, { signal }))).toBe('no failure');
});
