import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openApp } from '../../support/open-app.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const builtWorker = pathToFileURL(join(import.meta.dirname, '../../../out/main/worker.js'));

test('a demo service that could not start is started again by the next request', async () => {
  const worker = join(makeTemporaryFolder(), 'worker.mjs');
  writeFileSync(worker, 'throw new Error("cannot start");');
  const { ask, close } = await openApp({ workerFile: pathToFileURL(worker) });
  const { id: accountId } = await ask('accounts:add-demo', { proxyCount: 1 });
  await expect(ask('accounts:check', { accountId })).rejects.toMatchObject({
    failure: { code: 'unreachable' },
  });
  writeFileSync(worker, `import ${JSON.stringify(builtWorker.href)};`);
  expect(await ask('accounts:check', { accountId })).toMatchObject({
    customer_domain: 'northwind.example',
  });
  await close();
});

test('an account whose demo service could not start is closed completely', async () => {
  const throwing = new URL('data:text/javascript,throw new Error()');
  const { ask, close } = await openApp({ workerFile: throwing });
  const { id: accountId } = await ask('accounts:add-demo', { proxyCount: 1 });
  await expect(ask('accounts:check', { accountId })).rejects.toThrow('could not start');
  await expect(close()).resolves.toBeUndefined();
});
