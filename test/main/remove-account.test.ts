import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/main/app.ts';
import type { Keychain } from '../../src/main/accounts/keychain.ts';
import type { Emit } from '../../src/main/ports.ts';
import { expectPrivate } from '../support/expect-private.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { startApp } from '../support/start-app.ts';

const northwind = { name: 'Northwind', baseUrl: 'http://127.0.0.1:9/1.0', publicKey: 'pub-1', privateKey: 'priv-1' };

const start = (dataDir: string, keychain: Keychain = createMemoryKeychain(), emit: Emit = () => undefined): App =>
  startApp(dataDir, { keychain, emit });

const filesIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'accounts'));

test('nothing of a removed account remains, not even damaged files', async () => {
  const dataDir = makeTemporaryFolder();
  const app = start(dataDir);
  const other = await app.accounts.add({ ...northwind, name: 'Other' });
  const { id } = await app.accounts.add(northwind);
  app.session(other.id);
  app.session(id);
  writeFileSync(join(dataDir, 'accounts', `${id}.sqlite.damaged-2026-11-21`), 'old rows');
  await app.handlers['accounts:remove']({ accountId: id });
  expect(filesIn(dataDir).filter((name) => !name.startsWith(other.id))).toEqual([]);
  expect(filesIn(dataDir).length).toBeGreaterThan(0);
});

test('an account whose files cannot be deleted yet is removed from the list, and the window learns of it', async () => {
  const dataDir = makeTemporaryFolder();
  const events: string[] = [];
  const app = start(dataDir, createMemoryKeychain(), (name) => events.push(name));
  const { id } = await app.accounts.add(northwind);
  app.session(id);
  // Folders instead of files cannot be deleted on any system. Wherever they are listed, files follow some of them.
  const stuck = [1, 2, 3, 4, 5, 6].map((number) => `${id}.${number}.damaged-2026-11-21`);
  for (const name of stuck) mkdirSync(join(dataDir, 'accounts', name));
  for (const number of [1, 2, 3]) {
    writeFileSync(join(dataDir, 'accounts', `${id}.sqlite.records.old-${number}`), 'notes');
  }
  const removal = Promise.resolve(app.handlers['accounts:remove']({ accountId: id }));
  await expect(removal).rejects.toMatchObject({
    failure: { code: 'file-failed', message: expect.stringContaining('6 files') as unknown },
  });
  expect(filesIn(dataDir).sort()).toEqual(stuck);
  expect(await app.handlers['accounts:list'](undefined)).toEqual([]);
  expect(events).toContain('accounts:changed');
});

test('the place of an account in the window is saved in a file of its own, and goes with it', async () => {
  const dataDir = makeTemporaryFolder();
  const app = start(dataDir);
  const { id } = await app.accounts.add(northwind);
  const lastView = { view: 'services', lists: { proxies: { where: 'city:Hudson' } } };
  await app.handlers['accounts:put-last-view']({ accountId: id, lastView });
  expect(await app.handlers['accounts:list'](undefined)).toMatchObject([{ id, lastView }]);
  expect(filesIn(dataDir)).toContain(`${id}.place.json`);
  expectPrivate(join(dataDir, 'accounts', `${id}.place.json`));
  await app.handlers['accounts:remove']({ accountId: id });
  expect(filesIn(dataDir)).toEqual([]);
  // What the window sends late, as it does when it closes, does not bring it back.
  const late = async (): Promise<unknown> => app.handlers['accounts:put-last-view']({ accountId: id, lastView });
  await expect(late()).rejects.toMatchObject({ failure: { code: 'unknown-account' } });
  expect(filesIn(dataDir)).toEqual([]);
});

test('a place that cannot be read is none', async () => {
  const dataDir = makeTemporaryFolder();
  const app = start(dataDir);
  const { id } = await app.accounts.add(northwind);
  for (const content of ['', '{', '[]']) {
    mkdirSync(join(dataDir, 'accounts'), { recursive: true });
    writeFileSync(join(dataDir, 'accounts', `${id}.place.json`), content);
    const [listed] = await app.handlers['accounts:list'](undefined);
    expect(listed).not.toHaveProperty('lastView');
  }
});

/** A keychain that never answers to a removal; `asked` resolves as soon as it has to. */
function silence(keychain: Keychain): { silent: Keychain; asked: Promise<undefined> } {
  const { promise: asked, resolve } = Promise.withResolvers<undefined>();
  const remove = (): Promise<void> => {
    resolve(undefined);
    return new Promise(() => undefined);
  };
  return { silent: { ...keychain, remove }, asked };
}

// The app that is interrupted still has the files open here, which Windows does not let another one delete.
test.skipIf(process.platform === 'win32')(
  'a removal that the end of the app interrupts is completed at the next start',
  async () => {
    const dataDir = makeTemporaryFolder();
    const keychain = createMemoryKeychain();
    const { silent, asked } = silence(keychain);
    const first = start(dataDir, silent);
    const { id } = await first.accounts.add(northwind);
    first.session(id);
    await first.handlers['accounts:put-last-view']({ accountId: id, lastView: { view: 'services' } });
    void first.handlers['accounts:remove']({ accountId: id });
    await asked;

    const second = start(dataDir, keychain);
    expect(second.accounts.list()).toEqual([]);
    expect(keychain.entries.has(id)).toBe(true);
    await second.accounts.finishRemovals();
    expect(keychain.entries.has(id)).toBe(false);
    expect(filesIn(dataDir)).toEqual([]);
    // Its name may be given again meanwhile.
    expect((await second.accounts.add(northwind)).name).toBe('Northwind');
  },
);

test('a removal waits for a keychain that is locked at the next start, too', async () => {
  const dataDir = makeTemporaryFolder();
  const keychain = createMemoryKeychain();
  const { silent, asked } = silence(keychain);
  const first = start(dataDir, silent);
  const { id } = await first.accounts.add(northwind);
  void first.handlers['accounts:remove']({ accountId: id });
  await asked;

  const second = start(dataDir, keychain);
  keychain.isAvailable = false;
  await second.accounts.finishRemovals();
  keychain.isAvailable = true;
  expect(keychain.entries.has(id)).toBe(true);
  await second.accounts.finishRemovals();
  expect(keychain.entries.has(id)).toBe(false);
});
