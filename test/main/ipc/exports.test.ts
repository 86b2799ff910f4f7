import { expect, test } from 'vitest';
import { fail } from '../../../src/shared/failure.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { noDesktop, startApp } from '../../support/start-app.ts';

test('the save dialog is shown before anything is read, keys included', async () => {
  const suggested: string[] = [];
  const app = startApp(makeTemporaryFolder(), {
    keychain: {
      read: () => Promise.reject(fail('keychain-locked', 'The keychain is locked.')),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    desktop: {
      ...noDesktop,
      chooseSaveFile: ({ name }) => {
        suggested.push(name);
        return Promise.resolve(null);
      },
    },
  });
  const { id: accountId } = await app.handlers['accounts:add']({
    name: 'one',
    baseUrl: 'http://127.0.0.1:9/api/1.0',
    publicKey: 'public',
    privateKey: 'private',
  });
  const request = {
    accountId,
    proxyUserId: 'alice',
    proxies: { kind: 'query', where: '' },
    format: 'csv',
    protocol: 'http',
    ip: '4',
  } as const;
  expect(await app.handlers['exports:save'](request)).toBeNull();
  expect(suggested).toEqual(['proxies-alice.csv']);
});
