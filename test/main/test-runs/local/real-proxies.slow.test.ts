import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import type { DialedProxy } from '../../../../src/main/dial/tunnel.ts';
import { probe } from '../../../../src/main/test-runs/local/probe.ts';
import { describeProbe, probeReasons } from '../../../../src/shared/test-runs/local-test.ts';
import { listen } from '../../../support/listen.ts';
import { makeCertificates } from '../../../support/make-certificates.ts';
import { startDante, startMicrosocks, startSquid, startTinyproxy } from '../../../support/real-proxies.ts';

const hardPassword = 'p:a@ss/w%41+ &"\'$\\#?é';
const issued = makeCertificates();
const certificates = [readFileSync(issued.trustedRoots, 'utf8')];

const arrived: RequestListener = (_request, response) => response.end('arrived');
const startTarget = async (): Promise<URL> =>
  new URL(`http://127.0.0.1:${String(await listen(createHttpServer(arrived)))}/`);
const startSecureTarget = async (): Promise<URL> =>
  new URL(`https://localhost:${String(await listen(createHttpsServer(issued.of('good'), arrived)))}/`);

const proxyAt = (
  port: number,
  protocol: DialedProxy['protocol'],
  password: string | null,
  host: string,
): DialedProxy => ({ host, port, protocol, credentials: password === null ? null : { username: 'user1', password } });

/** The side at fault, the reason and the status. */
async function verdictOf(proxy: DialedProxy, url: URL): Promise<string> {
  const result = await probe(proxy, url, { certificates });
  return result.reason === null ? 'works' : `${probeReasons[result.reason].fault}: ${describeProbe(result)}`;
}

describe('a real proxy', () => {
  test.each(['127.0.0.1', '::1'] as const)('squid on %s takes the hard password, and refuses another', async (host) => {
    const [plain, secure] = [await startTarget(), await startSecureTarget()];
    const port = await startSquid({ host, password: hardPassword });
    for (const target of [plain, secure]) {
      expect(await verdictOf(proxyAt(port, 'http', hardPassword, host), target)).toBe('works');
      const refusal = await verdictOf(proxyAt(port, 'http', 'wrong', host), target);
      expect(refusal).toBe('proxy: Wrong credentials (407)');
    }
  });

  test.each(['127.0.0.1', '::1'] as const)(
    'microsocks on %s takes the hard password, and refuses another',
    async (host) => {
      const port = await startMicrosocks({ host, password: hardPassword });
      const target = await startSecureTarget();
      expect(await verdictOf(proxyAt(port, 'socks5', hardPassword, host), target)).toBe('works');
      expect(await verdictOf(proxyAt(port, 'socks5', 'wrong', host), target)).toBe('proxy: Wrong credentials');
    },
  );

  test.each(['127.0.0.1', '::1'] as const)(
    'tinyproxy on %s works without and with a password, and refuses a wrong one',
    async (host) => {
      const target = await startTarget();
      const open = await startTinyproxy({ host, password: null });
      expect(await verdictOf(proxyAt(open, 'http', null, host), target)).toBe('works');
      const closed = await startTinyproxy({ host, password: 'secret' });
      expect(await verdictOf(proxyAt(closed, 'http', 'secret', host), target)).toBe('works');
      expect(await verdictOf(proxyAt(closed, 'http', 'wrong', host), target)).toBe('proxy: Wrong credentials (401)');
    },
  );

  test.each([
    ['127.0.0.1', '127.0.0.0/8', '192.0.2.0/24'],
    ['::1', '::1/128', '2001:db8::/32'],
  ] as const)('dante on %s lets an allowed address through and refuses another', async (host, own, other) => {
    const target = await startTarget();
    const open = await startDante({ host, from: own });
    expect(await verdictOf(proxyAt(open, 'socks5', null, host), target)).toBe('works');
    const closed = await startDante({ host, from: other });
    expect(await verdictOf(proxyAt(closed, 'socks5', null, host), target)).toBe('proxy: Address not allowed');
  });
});
