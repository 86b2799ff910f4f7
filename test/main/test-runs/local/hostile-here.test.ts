/** A run from here against targets that send as much as they can, in the built worker. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { defaultRule } from '../../../../src/shared/test-runs/local-test.ts';
import { defaultLocalTest } from '../../../../src/shared/test-runs/test-run.ts';
import type { Events } from '../../../../src/shared/ipc.ts';
import { openApp } from '../../../support/open-app.ts';

const proxyCount = 2;

/** A process of its own, so that only the app's threads do work of the app. */
async function startHostileProxy(): Promise<number> {
  const server = fork(join(import.meta.dirname, '../../../support/hostile-proxy.ts'));
  onTestFinished(() => void server.kill());
  const [address] = (await once(server, 'message')) as [AddressInfo]; // It sends nothing else.
  return address.port;
}

test('targets that send as much as they can end within their limits, and the main thread stays free', async () => {
  const port = await startHostileProxy();
  const seen: { run?: Events['tests:progress'] } = {};
  const { ask, accountId, demo } = await openApp({
    proxyCount,
    emit(name, payload) {
      if (name === 'tests:progress') seen.run = payload as Events['tests:progress'];
    },
  });
  const { proxies } = demo.account;
  for (const row of proxies.slice(0, proxyCount)) {
    proxies.update(String(row['proxy_id']), {
      proxy_ip_address: '127.0.0.1',
      proxy_http_port: port,
      default_proxy_user_username: 'u',
      default_proxy_user_password: 'p',
    });
  }
  await ask('sync:run', { accountId });
  const kinds = ['headers', 'body', 'chunks', 'early-hints', 'lines'];
  const { id } = await ask('tests:start', {
    accountId,
    proxies: { kind: 'query', where: '' },
    urls: kinds.map((kind) => `http://${kind}.test/`),
    // A page without it is read up to the limit.
    settings: { ...defaultLocalTest, concurrency: 20, timeoutMs: 400, rule: { ...defaultRule, contains: 'nothing' } },
  });
  const resultCount = proxyCount * kinds.length;
  let turns = 0;
  for (; seen.run?.state !== 'finished'; turns += 1) await nextTurn();
  expect(seen.run).toMatchObject({ id, proxiesTested: proxyCount, resultCount, successCount: 0 });
  // On this thread it would be a few turns for each result, and a worker leaves it thousands.
  expect(turns).toBeGreaterThan(20 * resultCount);
});
