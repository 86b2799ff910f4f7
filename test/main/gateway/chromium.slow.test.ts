/** Chromium under Playwright through the gateway. It cannot log in to a SOCKS5 proxy, so a rule may go without token. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../../scripts/steps.mjs';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { startMicrosocks } from '../../support/real-proxies.ts';
import { needs } from '../../support/needs.ts';

const executablePath = findChromium();
const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--proxy-bypass-list=<-loopback>',
];

async function startTarget(): Promise<string> {
  const server = createServer((_request, response) => response.end('arrived'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return `http://127.0.0.1:${String(port)}/`;
}

describe('Chromium', () => {
  beforeEach(() => {
    needs('chromium');
  });
  const open = async (needsToken: boolean, proxy: (address: string) => Parameters<typeof chromium.launch>[0]) => {
    const microsocks = await startMicrosocks({ host: '127.0.0.1', password: null });
    const gateway = await openGateway([proxyOn(microsocks, { protocol: 'socks5' })], {
      protocol: 'socks5',
      needsToken,
    });
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args,
      ...proxy(`127.0.0.1:${String(gateway.port)}`),
    });
    onTestFinished(() => browser.close());
    return { ...gateway, page: await browser.newPage() };
  };

  test('logs in to it by HTTP with the token', async () => {
    const { page } = await open(true, (address) => ({
      proxy: { server: `http://${address}`, username: 'rotate', password: token },
    }));
    await page.goto(await startTarget());
    expect(await page.textContent('body')).toBe('arrived');
  }, 60_000);

  test('uses it by SOCKS5 if the rule needs no token', async () => {
    const { page } = await open(false, (address) => ({ proxy: { server: `socks5://${address}` } }));
    await page.goto(await startTarget());
    expect(await page.textContent('body')).toBe('arrived');
  }, 60_000);

  test('goes where the lines of the rule send it', async () => {
    const [direct, proxied] = [await startTarget(), await startTarget()];
    const microsocks = await startMicrosocks({ host: '127.0.0.1', password: null });
    const gateway = await openGateway([proxyOn(microsocks, { protocol: 'socks5' })], {
      protocol: 'socks5',
      lines: `*.ads.example -> block\n${new URL(direct).host} -> direct\n127.0.0.1 -> missing, this rule`,
    });
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args,
      proxy: { server: `http://127.0.0.1:${String(gateway.port)}`, username: 'rotate', password: token },
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    for (const target of [direct, proxied]) {
      await page.goto(target);
      expect(await page.textContent('body')).toBe('arrived');
    }
    expect((await page.goto('http://x.ads.example/'))?.status()).toBe(403);
    expect((await page.goto('http://other.example/'))?.status()).toBe(403);
    await expect(page.goto('https://x.ads.example/')).rejects.toThrow('ERR_TUNNEL_CONNECTION_FAILED');
    const [state] = gateway.gateway.state().rules;
    expect(state?.lines.map(({ requests }) => requests > 0)).toEqual([true, true, true]);
    expect(gateway.attempts.every(({ target }) => target === new URL(proxied).host)).toBe(true);
  }, 60_000);

  test('gives a page of the web no way to use it', async () => {
    // The browser of a user who runs the gateway, but does not browse through it.
    const { page, port, gateway } = await open(false, () => ({}));
    const target = await startTarget();
    await page.goto(target);
    const read = (url: string, init = {}) =>
      page.evaluate(
        async ([address, options]) => {
          try {
            const response = await fetch(address, options);
            return `${response.type} ${await response.text()}`;
          } catch (error) {
            return String(error);
          }
        },
        [url, init] as const,
      );
    const own = `http://127.0.0.1:${String(port)}/`;
    expect(await read(own)).toContain('Failed to fetch');
    expect(await read(own, { mode: 'no-cors' })).toContain('Failed to fetch');
    expect(
      await read(own, { method: 'POST', mode: 'no-cors', body: `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n` }),
    ).toContain('Failed to fetch');
    expect(gateway.state().rules[0]).toMatchObject({ connections: 0 });
    expect(gateway.state().failures.map(({ reason }) => reason)).toEqual(['web-page', 'web-page', 'web-page']);
  }, 60_000);
});
