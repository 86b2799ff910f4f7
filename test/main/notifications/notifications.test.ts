import { expect, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { createNotifications } from '../../../src/main/notifications/notifications.ts';
import type { NotificationTarget } from '../../../src/shared/notifications.ts';
import { defaultSettings, type Settings } from '../../../src/shared/settings.ts';
import type { TestRunSummary } from '../../../src/shared/test-runs/test-run.ts';
import { makeDatabaseName, makeStore, privateKey } from '../store/support.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');

/** Notifications of an account, and what the system would show. */
function open(file: string, notices: Settings['notices']) {
  const store = openStore({ file });
  store.unlock(privateKey);
  const shown: { body: string; open: () => void }[] = [];
  const opened: NotificationTarget[] = [];
  let isFocused = false;
  const created = createNotifications({
    desktop: {
      applySettings: () => undefined,
      chooseSaveFile: () => Promise.resolve(null),
      copySecret: () => Promise.resolve(),
      notify: ({ body }, onOpen) => {
        shown.push({ body, open: onOpen });
      },
      isFocused: () => isFocused,
    },
    settings: () => ({ ...defaultSettings, notices }),
    account: () => ({ name: 'Northwind', store }),
    clock: { wallMs: () => nowMs },
    emit: (name, payload) => {
      if (name === 'notification:open' && payload !== null && 'target' in payload) {
        opened.push(payload.target);
      }
    },
    log: {
      info: () => undefined,
      error: (_event, error) => {
        throw error;
      },
    },
  });
  return {
    store,
    shown,
    opened,
    created,
    focus: () => {
      isFocused = true;
    },
    /** Waits for the writes before. */
    settle: () => store.whenFree(() => undefined),
  };
}

const endsSoon = (id: string) => ({
  id,
  fields: {
    service_id: id,
    service_name: `ISP ${id}`,
    service_status: 'active',
    service_is_pending_cancellation: true,
    service_expiry_datetime: '2026-11-24 10:00:00',
  },
});
const finished = (id: number) =>
  // Notifications read these fields alone.
  ({
    id,
    name: '',
    source: 'here',
    state: 'finished',
    proxyCount: 2,
    proxiesTested: 2,
    proxiesPassed: 2,
  }) as TestRunSummary;

test('a occasion is notified of once, also after a restart, and a new one again', async () => {
  const file = makeDatabaseName();
  const first = open(file, ['service-ends']);
  first.store.syncs.writePage('services', [endsSoon('a')]);
  first.created.syncEnded('1');
  first.created.syncEnded('1');
  await first.settle();
  expect(first.shown.map(({ body }) => body)).toEqual(['Northwind: ISP a ends soon.']);
  first.store.close();

  const second = open(file, ['service-ends']);
  second.created.syncEnded('1');
  await second.settle();
  expect(second.shown).toEqual([]);
  second.store.syncs.writePage('services', [endsSoon('a'), endsSoon('b'), endsSoon('c')]);
  second.created.syncEnded('1');
  await second.settle();
  expect(second.shown.map(({ body }) => body)).toEqual(['Northwind: 2 services end soon.']);
  second.shown[0]?.open();
  expect(second.opened).toMatchObject([
    { view: 'services', filter: expect.stringContaining('ending:canceled,manual') as string },
  ]);
  second.store.close();
});

test('what the user did not choose is not shown, and still is when it is chosen later', async () => {
  const file = makeDatabaseName();
  makeStore(file).syncs.writePage('services', [endsSoon('a')]);
  const off = open(file, ['run-finished']);
  off.created.syncEnded('1');
  await off.settle();
  expect(off.shown).toEqual([]);
  off.store.close();
  const on = open(file, ['service-ends']);
  on.created.syncEnded('1');
  await on.settle();
  expect(on.shown).toHaveLength(1);
  on.store.close();
});

test('a finished run is of no use to people who look at the window', async () => {
  const app = open(makeDatabaseName(), ['run-finished']);
  app.created.runStopped('1', finished(1));
  await app.settle();
  expect(app.shown.map(({ body }) => body)).toEqual(['Northwind: Test run 1: all proxies work.']);
  app.focus();
  app.created.runStopped('1', finished(2));
  await app.settle();
  expect(app.shown).toHaveLength(1);
  app.store.close();
});
