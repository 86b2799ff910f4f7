import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import type { SyncOutcome } from '../../../src/shared/sync.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test('what was sealed for a password that is replaced or removed is gone from file and log after the sync, while the copy stays open', async () => {
  const demo = await startDemoService({ proxyCount: 30 });
  const file = join(makeTemporaryFolder(), 'copy.sqlite');
  const store = openStore({ file });
  store.unlock(demo.privateKey);
  const client = createClient(demo);
  const looker = new Database(file, { readonly: true });
  onTestFinished(async () => {
    looker.close();
    await client.close();
    store.close();
    await demo.close();
  });
  const sync = (): Promise<SyncOutcome> =>
    runSync({ client, store, signal: new AbortController().signal, onProgress: () => undefined });
  const sealed = (): Map<string, Buffer> =>
    new Map(
      looker
        .prepare<[], { id: string; secrets: Buffer }>(
          `SELECT proxy_user_id AS id, secrets FROM proxy_user WHERE secrets IS NOT NULL
           UNION ALL SELECT 'default ' || id, secrets FROM credential WHERE secrets IS NOT NULL`,
        )
        .all()
        .map(({ id, secrets }) => [id, secrets]),
    );
  const filesWith = (bytes: Buffer | undefined): string[] => {
    if (bytes === undefined) throw new Error('There is nothing to look for.');
    return [file, `${file}-wal`].filter((name) => existsSync(name) && readFileSync(name).includes(bytes));
  };
  expect((await sync()).complete).toBe(true);
  const before = sealed();
  const [replaced = '', removed = '', stays = ''] = demo.account.proxyUsers
    .slice(0, 3)
    .map((user) => String(user['proxy_user_id']));
  const defaults = [...before.keys()].filter((id) => id.startsWith('default '));
  expect(defaults.length).toBeGreaterThan(0);
  for (const id of [replaced, removed, stays, ...defaults]) expect(filesWith(before.get(id)), id).not.toEqual([]);

  demo.account.proxyUsers.update(replaced, { proxy_user_password: 'another password' });
  demo.account.proxyUsers.remove(removed);
  for (const proxy of demo.account.proxies.slice(0, 30))
    demo.account.proxies.update(String(proxy['proxy_id']), {
      default_proxy_user_password: 'another password',
    });
  expect((await sync()).resources.proxy_users).toMatchObject({ changed: 1, removed: 1 });
  for (const id of [replaced, removed, ...defaults]) expect(filesWith(before.get(id)), id).toEqual([]);
  expect(filesWith(before.get(stays))).not.toEqual([]);
  expect(sealed().get(replaced)).not.toEqual(before.get(replaced));
});
