import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openApp } from '../../support/open-app.ts';

test('the window can sync everything again, which writes rows that did not change', async () => {
  const { ask, accountId, databaseFile } = await openApp({ isSynced: true });
  const db = new Database(databaseFile);
  // The first sync of a day, or a full one, writes them again.
  const secrets = (): unknown => db.prepare('SELECT secrets FROM credential').pluck().all();
  const before = secrets();
  await ask('sync:run', { accountId });
  expect(secrets()).toEqual(before);
  const outcome = await ask('sync:run', { accountId, isFull: true });
  expect(outcome).toMatchObject({ complete: true, resources: { proxies: { changed: 0 } } });
  expect(secrets()).not.toEqual(before);
  db.close();
});
