import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { recordsFileOf } from '../../../src/main/store/sqlite/user-records.ts';
import { openApp, type OpenApp } from '../../support/open-app.ts';

/** The write lock of both files of an account, as a sync or an edit of many rows holds it. */
function openLock(databaseFile: string): { readonly hold: () => void; readonly release: () => void } {
  const other = new Database(databaseFile);
  onTestFinished(() => {
    other.close();
  });
  other.prepare('ATTACH ? AS user').run(recordsFileOf(databaseFile));
  return { hold: () => other.exec('BEGIN IMMEDIATE'), release: () => other.exec('ROLLBACK') };
}

const urls = ['https://example.com/'];
const choices = {
  proxyUserId: 'any',
  proxies: { kind: 'query', where: '' },
  format: 'url',
  protocol: 'http',
  ip: '4',
} as const;

/** The writes that the main thread does itself. */
const writes: readonly [string, (app: OpenApp, id: string) => Promise<unknown>][] = [
  ['saved:put', ({ ask, accountId }) => ask('saved:put', { accountId, ...view })],
  ['saved:remove', ({ ask, accountId }) => ask('saved:remove', { accountId, kind: 'view', id: 1 })],
  ['presets:put', ({ ask, accountId }) => ask('presets:put', { accountId, name: 'x', choices })],
  ['tags:put', ({ ask, accountId }) => ask('tags:put', { accountId, name: 'red' })],
  [
    'tags:change',
    ({ ask, accountId }, id) => ask('tags:change', { accountId, ...rowsOf(id), add: ['red'], remove: [] }),
  ],
  ['notes:put', ({ ask, accountId }, id) => ask('notes:put', { accountId, ...rowsOf(id), note: 'x' })],
  ['edits:step', ({ ask, accountId }) => ask('edits:step', { accountId, direction: 'undo' })],
  ['list:refresh', ({ ask, accountId }, id) => ask('list:refresh', { list: 'proxies', accountId, id })],
  ['record:get', ({ ask, accountId }) => ask('record:get', { accountId, kind: 'customer', refresh: true })],
  [
    'tests:start',
    ({ ask, accountId }, id) => ask('tests:start', { accountId, proxies: { kind: 'ids', ids: [id] }, urls }),
  ],
];
const view = { kind: 'view', name: 'mine', content: {} } as const;
const rowsOf = (id: string) => ({ rows: { kind: 'ids', ids: [id] } }) as const;

test.each(writes.filter(([name]) => name === 'saved:put' || name === 'notes:put'))(
  '%s that waits for a lock when the app quits is canceled',
  async (_name, write) => {
    const app = await openApp();
    await app.ask('saved:put', { accountId: app.accountId, ...view });
    openLock(app.databaseFile).hold();
    const canceled = expect(write(app, 'x')).rejects.toMatchObject({ failure: { code: 'canceled' } });
    await app.close();
    await canceled;
  },
);

test('every write waits for a lock without holding up the main thread', async () => {
  const app = await openApp({ isSynced: true });
  const { ask, accountId, databaseFile } = app;
  await ask('saved:put', { accountId, ...view });
  await ask('tags:put', { accountId, name: 'blue' });
  const id = String(app.demo.account.proxies.slice(0, 1)[0]?.['proxy_id']);
  const lock = openLock(databaseFile);
  for (const [name, write] of writes) {
    const requests = app.demo.requests.length;
    lock.hold();
    let isEnded = false;
    const written = write(app, id).finally(() => {
      isEnded = true;
    });
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(isEnded, name).toBe(false);
    lock.release();
    await written;
    expect(app.demo.requests.length - requests, name).toBeLessThanOrEqual(1);
  }
});
