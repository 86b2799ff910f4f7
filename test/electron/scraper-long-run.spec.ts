/** An hour of a scraper behind the gateway, with the window open. Project `long` only. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Server as ChainServer } from 'proxy-chain';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';
import { readPssBytes } from '../bench/process-tree.ts';
import { addAccount } from '../page/add-account.ts';
import { openView } from '../page/open-view.ts';
import { startDemoService } from '../support/demo-service.ts';
import { getThrough } from '../support/get-through.ts';
import { launchApp } from '../support/launch-app.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { ask } from './background.ts';
import { expect, test } from './fixture.ts';

const longMs = Number(process.env['PROXYDECK_LONG_RUN_MINUTES'] ?? 60) * 60_000;
const perSecond = 20;
const lookMs = 15_000;
/** Loopback addresses instead of hosts; a line blocks the last. */
const hosts = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.9'] as const;
const blockedHost = hosts.at(-1);
const runFile = promisify(execFile);

test('a scraper at 20 requests a second loses nothing in an hour, and memory stays flat', async ({ userDataDir }) => {
  test.setTimeout(longMs + 600_000);
  const site = await listen(
    createServer((request, response) => {
      const size = 500 + (Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0) % 40) * 1000;
      response.end('x'.repeat(size));
    }),
    '0.0.0.0',
  );
  const service = await startDemoService({ proxyCount: 20 });
  const working = await Promise.all([startProxy(), startProxy(), startProxy()]);
  // One of four refuses connections.
  const ports = [...working.map(({ port }) => port), await findFreePort()];
  for (const [index, { proxy_id: id }] of service.account.proxies.slice(0, 20).entries()) {
    service.account.proxies.update(String(id), {
      proxy_ip_address: '127.0.0.1',
      proxy_http_port: ports[index % ports.length] ?? 0,
      proxy_is_online: true,
    });
  }
  const app = await launchApp({ userDataDir });
  const { page } = app;
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  const accountId = await addAccount(page, service);
  const port = await findFreePort();
  const lines = `${String(blockedHost)} -> block\n* -> this rule`;
  const rule = { ...defaultRule, port, protocol: 'http', needsToken: false, allowsPrivate: true, lines };
  await ask(page, 'settings:set-account', { accountId, changes: { gatewayLogDays: 7 } });
  await ask(page, 'gateway:put-rule', { accountId, rule });
  await ask(page, 'gateway:switch', { accountId, isOn: true });
  await openView(page, 'requests');

  const proxy = `http://127.0.0.1:${String(port)}`;
  const statuses = new Map<string, number>();
  const count = (key: string): void => void statuses.set(key, (statuses.get(key) ?? 0) + 1);
  const fetchOne = async (number: number): Promise<void> => {
    const host = hosts[number % hosts.length];
    const url = `http://${String(host)}:${String(site.port)}/${String(number)}`;
    try {
      // Each hundredth by a scraper's own program.
      const status =
        number % 100 === 0
          ? Number((await runFile('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-x', proxy, url])).stdout)
          : (await getThrough(proxy, url, number % 4 === 1)).status;
      count(`${host === blockedHost ? 'blocked' : 'open'} ${String(status)}`);
    } catch (error) {
      count(error instanceof Error ? error.message : 'failed');
    }
  };

  const memory: number[] = [];
  const pending = new Set<Promise<void>>();
  const beganAtMs = performance.now();
  let lookedAtMs = beganAtMs;
  let sent = 0;
  while (performance.now() - beganAtMs < longMs) {
    const due = Math.floor(((performance.now() - beganAtMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const one = fetchOne(sent).finally(() => pending.delete(one));
      pending.add(one);
    }
    await wait(25);
    if (performance.now() - lookedAtMs < lookMs) continue;
    lookedAtMs = performance.now();
    memory.push(readPssBytes(app.pid) / 2 ** 20);
    // A person who looks at the requests, then at their hosts.
    const part = memory.length % 2 === 0 ? 'Requests' : 'Hosts';
    await page.getByRole('radio', { name: part, exact: true }).first().check();
  }
  await Promise.all(pending);

  const third = Math.ceil(memory.length / 3);
  // What stays after the collections of garbage: between them, the highest is half as high again.
  const [early, late] = [Math.min(...memory.slice(third, 2 * third)), Math.min(...memory.slice(-third))];
  const logged = async (): Promise<unknown> => ask(page, 'list:count', { accountId, list: 'requests', where: '' });
  await expect.poll(logged).toBe(sent);
  const state = await ask(page, 'requests:state', { accountId });
  console.log(JSON.stringify({ sent, statuses: Object.fromEntries(statuses), early, late, state }));
  expect(state).toMatchObject({ lostCount: 0 });
  const blocked = Array.from({ length: sent }, (_, number) => number).filter(
    (number) => hosts[number % hosts.length] === blockedHost,
  ).length;
  // Three proxies in a row may be those that refuse connections, when their pauses have just ended.
  const refused = statuses.get('open 502') ?? 0;
  expect(refused).toBeLessThan(sent / 1000);
  statuses.delete('open 502');
  expect(Object.fromEntries(statuses)).toEqual({ 'open 200': sent - blocked - refused, 'blocked 403': blocked });
  expect(late).toBeLessThan(early * 1.1);
  expect(problems).toEqual([]);
  await app.close();
  for (const { close } of working) await close();
  await service.close();
  site.close();
});

async function startProxy() {
  const server = new ChainServer({ port: 0, host: '127.0.0.1' });
  await server.listen();
  return { port: server.port, close: () => server.close(true) };
}

async function listen(server: Server, host: string): Promise<{ port: number; close: () => void }> {
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
