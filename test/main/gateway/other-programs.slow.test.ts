/** The gateway between programs of others: clients on one side, proxies on the other. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { RuleProxy } from '../../../src/main/gateway/attempts.ts';
import { startHttpProxy, startSocksProxy } from '../../support/built-in-proxies.ts';
import { listen } from '../../support/listen.ts';
import { makeCertificates } from '../../support/make-certificates.ts';
import { needs } from '../../support/needs.ts';
import { openGateway, proxyOn } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort, startDante, startMicrosocks, startSquid, startTinyproxy } from '../../support/real-proxies.ts';

const password = 'p:a@ss/w%41+ &"\'$\\#?é';
const host = '127.0.0.1';
const issued = makeCertificates();

const arrived: RequestListener = (_request, response) => response.end('arrived');
const startTarget = async (): Promise<string> => `http://127.0.0.1:${String(await listen(createHttpServer(arrived)))}/`;
const startSecureTarget = async (): Promise<string> =>
  `https://localhost:${String(await listen(createHttpsServer(issued.of('good'), arrived)))}/`;

interface Ran {
  readonly out: string;
  readonly problem: string;
}
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, ...env } }, (_error, out, problem) => {
      resolve({ out, problem });
    });
  });

const startProxy: Readonly<Record<string, () => Promise<RuleProxy>>> = {
  squid: async () => proxyOn(await startSquid({ host, password }), { password }),
  tinyproxy: async () => proxyOn(await startTinyproxy({ host, password: 'simple' }), { password: 'simple' }),
  microsocks: async () => proxyOn(await startMicrosocks({ host, password }), { password, protocol: 'socks5' }),
  dante: async () => proxyOn(await startDante({ host, from: '127.0.0.0/8' }), { protocol: 'socks5' }),
};

describe.each(Object.entries(startProxy))('curl through %s', (_name, start) => {
  test('by HTTP and SOCKS5, plain and secure, with one token', async () => {
    needs('curl');
    const proxy = await start();
    const { url, gateway, attempts } = await openGateway([proxy], { protocol: proxy.protocol });
    const targets = [await startTarget(), await startSecureTarget()];
    const trusting = ['-sS', '--max-time', '20', '--noproxy', '', '--cacert', issued.trustedRoots];
    for (const scheme of ['http', 'socks5h']) {
      for (const target of targets) {
        const { out, problem } = await run('curl', [...trusting, '-x', url(scheme), target]);
        expect([scheme, target, out, problem]).toEqual([scheme, target, 'arrived', '']);
      }
    }
    await vi.waitFor(() => {
      expect(attempts.map(({ verdict }) => verdict.reason)).toEqual([null, null, null, null]);
    }, patience);
    expect(gateway.state()).toMatchObject({ openCount: 0, failureCount: 0 });
  });
});

test('the page of a proxy that cannot reach a target does not show its login', async () => {
  needs('curl');
  const { url } = await openGateway([proxyOn(await startSquid({ host, password }), { password })]);
  const target = `http://127.0.0.1:${String(await findFreePort())}/`;
  const { out } = await run('curl', ['-sSi', '--noproxy', '', '-x', url('http'), target]);
  expect(out).toContain('503');
  expect(out).toContain('</html>');
  const login = Buffer.from(`user1:${password}`).toString('base64');
  expect(decodeURIComponent(out.replace(/%(?![\dA-F]{2})/gi, '%25'))).not.toContain(login);
});

test('Node’s fetch goes through it', async () => {
  const { url } = await openGateway([proxyOn(await startHttpProxy({ host, password }), { password })]);
  const [plain, secure] = [await startTarget(), await startSecureTarget()];
  const script = `for (const url of process.argv.slice(1)) console.log(await (await fetch(url)).text())`;
  const ran = await run(process.execPath, ['--use-env-proxy', '--input-type=module', '-e', script, plain, secure], {
    HTTP_PROXY: url('http'),
    HTTPS_PROXY: url('http'),
    NO_PROXY: '',
    NODE_EXTRA_CA_CERTS: issued.trustedRoots,
  });
  expect([ran.problem, ran.out]).toEqual(['', 'arrived\narrived\n']);
});

test('Python’s requests goes through it', async () => {
  const { url } = await openGateway(
    [proxyOn(await startSocksProxy({ host, password }), { password, protocol: 'socks5' })],
    { protocol: 'socks5' },
  );
  const [plain, secure] = [await startTarget(), await startSecureTarget()];
  const script = `import requests, sys
for url in sys.argv[2:]:
    print(requests.get(url, proxies={"http": sys.argv[1], "https": sys.argv[1]}, timeout=20).text)`;
  for (const scheme of ['http', 'socks5h']) {
    const ran = await run('/usr/bin/python3', ['-c', script, url(scheme), plain, secure], {
      REQUESTS_CA_BUNDLE: issued.trustedRoots,
      NO_PROXY: '',
      no_proxy: '',
    });
    expect([scheme, ran.problem, ran.out]).toEqual([scheme, '', 'arrived\narrived\n']);
  }
});

/** Networks of their own need root. */
const canChangeNetwork =
  process.platform === 'linux' && spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

test.skipIf(!canChangeNetwork)(
  'while the network is away, clients get the reason, no proxy is taken out of rotation, and afterwards all work at once',
  () => {
    const script = join(import.meta.dirname, '../../support/network-change.ts');
    const text = execFileSync('unshare', ['--net', process.execPath, script], { encoding: 'utf8' });
    const seen = JSON.parse(text) as {
      readonly [name: string]: unknown;
      readonly meanwhile: readonly string[];
      readonly faults: readonly string[];
    };
    expect(seen).toMatchObject({ before: 'arrived', after: 'arrived', inRotation: 3 });
    for (const page of seen.meanwhile) expect(page).toContain('No route to the proxy');
    expect(new Set(seen.faults)).toEqual(new Set(['machine: no-route']));
  },
);
