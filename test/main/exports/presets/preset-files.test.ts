import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openApp } from '../../../support/open-app.ts';
import { patience } from '../../../support/patience.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

test('a preset that follows the syncs does not replace a file that another program put there', async () => {
  const path = join(makeTemporaryFolder(), 'proxies.txt');
  const { ask, accountId, demo } = await openApp({
    isSynced: true,
    desktop: { chooseSaveFile: () => Promise.resolve(path) },
  });
  const user = demo.account.proxyUsers.slice(0, 1)[0];
  const { id } = await ask('presets:put', {
    accountId,
    name: 'Daily',
    choices: {
      proxyUserId: String(user?.['proxy_user_id']),
      proxies: { kind: 'query', where: '' },
      format: 'url',
      protocol: 'http',
      ip: '4',
    },
  });
  await ask('presets:save', { accountId, id, asksFile: true });
  await ask('presets:refresh', { accountId, id, isRefreshed: true });
  const written = readFileSync(path, 'utf8');
  const problemAfterSync = async (): Promise<string | null | undefined> => {
    const before = (await ask('presets:list', { accountId }))[0]?.file;
    await ask('sync:run', { accountId });
    return vi.waitFor(async () => {
      const file = (await ask('presets:list', { accountId }))[0]?.file;
      expect([file?.writtenAt, file?.problem]).not.toEqual([before?.writtenAt, before?.problem]);
      return file?.problem;
    }, patience);
  };
  expect(await problemAfterSync()).toBeNull();
  expect(readFileSync(path, 'utf8')).toBe(written);

  writeFileSync(path, 'a list of my own\n');
  expect(await problemAfterSync()).toContain('changed by another program');
  expect(readFileSync(path, 'utf8')).toBe('a list of my own\n');

  // Saved by the person, it is the preset's again.
  await ask('presets:save', { accountId, id, asksFile: false });
  expect(readFileSync(path, 'utf8')).toBe(written);
  expect(await problemAfterSync()).toBeNull();
});
