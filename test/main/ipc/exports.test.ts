import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/main/app.ts';
import { fail } from '../../../src/shared/failure.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { builtWorker } from '../../support/built-worker.ts';

test('the save dialog is shown before anything is read, keys included', async () => {
  const suggested: string[] = [];
  const app = createApp({
    dataDir: makeTemporaryFolder(),
    workerFile: builtWorker,
    keychain: {
      read: () => Promise.reject(fail('keychain-locked', 'The keychain is locked.')),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    desktop: {
      applySettings: () => undefined,
      chooseSaveFile: ({ name }) => {
        suggested.push(name);
        return Promise.resolve(null);
      },
      copySecret: () => Promise.resolve(),
    },
    emit: () => undefined,
    log: { info: () => undefined, error: () => undefined },
  });
  onTestFinished(() => app.close());
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
