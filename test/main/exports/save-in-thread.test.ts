import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ExportChoices } from '../../../src/main/exports/prepare.ts';
import { createExportRuns } from '../../../src/main/exports/runs.ts';
import { saveInThread } from '../../../src/main/exports/save-in-thread.ts';
import { saveExport } from '../../../src/main/exports/save.ts';
import type { Store } from '../../../src/main/store/contract.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { makeDatabaseName, makeProxy, makeStore, makeUser, privateKey } from '../store/support.ts';

const threadFile = pathToFileURL(join(import.meta.dirname, '../../../out/main/export-thread.js'));
const rowCount = 6000;
/** Long lines, so that the file takes many chunks. */
const choices: ExportChoices = {
  proxyUserId: 'everywhere',
  proxies: { kind: 'query', where: '' },
  format: 'template',
  template: `{host}:{port}:{password} ${'-'.repeat(1800)}`,
  protocol: 'http',
  ip: '4',
};

function fillStore(): { store: Store; databaseFile: string } {
  const databaseFile = makeDatabaseName();
  const store = makeStore(databaseFile);
  const proxies = Array.from({ length: rowCount }, (_, number) => makeProxy(number));
  store.syncs.writePage('proxies', proxies);
  store.syncs.writePage('proxy_users', [
    makeUser('everywhere', { proxy_user_access_type: 'all', proxy_user_password: 'päss' }),
  ]);
  return { store, databaseFile };
}

test('a thread writes the same file as this one, and tells how far it is', async () => {
  expect(existsSync(threadFile), 'the thread is built by: npm run build').toBe(true);
  const { store, databaseFile } = fillStore();
  const folder = makeTemporaryFolder();
  const [here, there] = [join(folder, 'here.txt'), join(folder, 'there.txt')];
  const counts = await saveExport(store, { choices, path: here });
  const told: number[] = [];
  const copy = { databaseFile, privateKey };
  const said = await saveInThread(threadFile, copy, {
    choices,
    path: there,
    onProgress: (writtenCount) => told.push(writtenCount),
  });
  expect({ ...said, fileNames: [] }).toEqual({ ...counts, fileNames: [] });
  expect(counts.writtenCount).toBe(rowCount);
  expect(readFileSync(there, 'utf8')).toBe(readFileSync(here, 'utf8'));
  if (process.platform !== 'win32') expect(statSync(there).mode & 0o777).toBe(0o600);
  expect(told.length).toBeGreaterThan(20);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1)).toBe(rowCount);
});

test('a thread that is told to stop leaves no file', async () => {
  const { databaseFile } = fillStore();
  const folder = makeTemporaryFolder();
  const copy = { databaseFile, privateKey };
  const midway = new AbortController();
  for (const signal of [midway.signal, AbortSignal.abort()]) {
    const saved = saveInThread(threadFile, copy, {
      choices,
      path: join(folder, 'out.txt'),
      signal,
      onProgress: () => {
        midway.abort();
      },
    });
    await expect(saved).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(readdirSync(folder)).toEqual([]);
  }
});

test('what goes wrong in a thread is said as it is here', async () => {
  const { databaseFile } = fillStore();
  const copy = { databaseFile, privateKey };
  const save = (wanted: Partial<ExportChoices>, path: string): Promise<unknown> =>
    saveInThread(threadFile, copy, { choices: { ...choices, ...wanted }, path });
  await expect(save({ proxyUserId: 'nobody' }, 'unused')).rejects.toMatchObject({
    failure: { code: 'not-found' },
  });
  const nowhere = join(makeTemporaryFolder(), 'nowhere', 'out.txt');
  await expect(save({}, nowhere)).rejects.toMatchObject({ failure: { code: 'file-failed' } });
});

test.each([
  ['in a thread', threadFile],
  ['in place', undefined],
])('a cancel ends the exports of one account alone, %s', async (_, file) => {
  const { store, databaseFile } = fillStore();
  const folder = makeTemporaryFolder();
  const started = Promise.withResolvers<undefined>();
  const runs = createExportRuns({
    emit: () => {
      started.resolve(undefined);
    },
    threadFile: file,
  });
  const save = (accountId: string): Promise<unknown> =>
    runs.save(
      { accountId, store, databaseFile, privateKey },
      { choices, path: join(folder, accountId) },
    );
  const [one, other] = [save('one'), save('other')];
  const stopped = expect(one).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  await started.promise;
  await runs.cancel('one');
  await stopped;
  await other;
  expect(readdirSync(folder)).toEqual(['other']);
});
