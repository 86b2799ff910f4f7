/** What the window copies for a program works in that program as it is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { accessOf, gatewayClients, type GatewayClient } from '../../../src/shared/gateway/gateway-clients.ts';
import { startCountingTarget } from '../../support/local-proxies.ts';
import { needs } from '../../support/needs.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { startSocksProxy } from '../../support/built-in-proxies.ts';

const run = promisify(execFile);
const example = 'https://example.com/';

async function open(needsToken: boolean) {
  const target = await startCountingTarget();
  const upstream = await startSocksProxy({ host: '127.0.0.1', password: null });
  const gateway = await openGateway([proxyOn(upstream, { protocol: 'socks5' })], { protocol: 'socks5', needsToken });
  return {
    target: target.url,
    arrivedCount: target.requestCount,
    connections: () => gateway.gateway.state().rules[0]?.connections,
    copied: (client: GatewayClient) => gatewayClients[client].write(accessOf(gateway.rule, token)),
  };
}

const shell = async (script: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  (await run('sh', ['-c', script], { env: { PATH: process.env['PATH'], ...env } })).stdout;

test.each([true, false])('with the token: %s', async (needsToken) => {
  needs('curl', 'python3', 'python3-requests');
  const { target, copied, connections, arrivedCount } = await open(needsToken);
  const curl = (proxy: string) => shell(`curl -sS --max-time 30 -x "${proxy}" ${target}`);
  expect(await curl(copied('http'))).toBe('arrived');
  expect(await curl(copied('socks5'))).toBe('arrived');
  expect(await shell(`${copied('curl').replace(example, target)} -sS`)).toBe('arrived');
  expect(await shell(`${copied('environment')}\ncurl -sS ${target}`)).toBe('arrived');
  const python = `import requests\n${copied('requests').replace(example, target)}`;
  await run('/usr/bin/python3', ['-c', python], { env: {} });
  expect([connections(), arrivedCount()]).toEqual([5, 5]);
});

test('the lines for browsers name the address, and the login only if there is a token', async () => {
  const [closed, free] = [await open(true), await open(false)];
  // What the text says, as JavaScript reads it.
  const read = (text: string): unknown => runInNewContext(`({ ${text} })`);
  const proxyOf = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
  const server = proxyOf(closed.copied('playwright'));
  expect(read(closed.copied('playwright'))).toEqual({ proxy: { server, username: 'rotate', password: token } });
  expect(read(free.copied('playwright'))).toEqual({ proxy: { server: proxyOf(free.copied('playwright')) } });
  for (const client of ['puppeteer', 'chromium'] as const) {
    expect(closed.copied(client)).toContain(`--proxy-server=${String(server)}`);
  }
  expect(closed.copied('puppeteer')).toContain(`username: 'rotate', password: '${token}'`);
  expect(free.copied('puppeteer')).not.toContain('authenticate');
  const { chromium } = gatewayClients;
  expect(chromium.hint(accessOf({ name: 'a', port: 1, needsToken: true }))).toContain('asks for a');
  expect(chromium.hint(accessOf({ name: 'a', port: 1, needsToken: false }))).toBeNull();
});
