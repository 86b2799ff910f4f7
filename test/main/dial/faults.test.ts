import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { DialedProxy } from '../../../src/main/dial/tunnel.ts';
import { probe } from '../../../src/main/test-runs/local/probe.ts';
import { probeReasons, type ProbeReason } from '../../../src/shared/test-runs/local-test.ts';
import { proxyFaults, targetFaults, transports, type Fault, type Transport } from '../../support/faults.ts';
import { makeCertificates } from '../../support/make-certificates.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { startSocksProxy } from '../../support/built-in-proxies.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { rounds } from '../../support/rounds.ts';
import { createTransparentProxy } from '../../support/transparent-proxy.ts';
import { listen } from '../../support/listen.ts';

const issued = makeCertificates();
const certificates = [readFileSync(issued.trustedRoots, 'utf8')];
const limitMs = 1_500;

interface Way {
  readonly proxy: DialedProxy;
  readonly url: URL;
}
const proxyAt = (port: number, transport: Transport, host = '127.0.0.1'): DialedProxy => ({
  host,
  port,
  protocol: transport === 'socks5' ? 'socks5' : 'http',
  credentials: null,
});

/** A proxy with a fault, and a target that it is not asked for or that does not matter. */
async function proxyWith({ behavior }: Fault, transport: Transport): Promise<Way> {
  const url = new URL(transport === 'plain' ? 'http://127.0.0.1:1/' : 'https://127.0.0.1:1/');
  // No such name can exist, so nobody is asked for it.
  if (behavior === 'unknown-name') return { url, proxy: proxyAt(1, transport, 'proxy..example') };
  const port = typeof behavior === 'function' ? await listen(createServer(behavior)) : await findFreePort();
  return { url, proxy: proxyAt(port, transport) };
}

/** A target with a fault, behind a proxy that works. */
async function targetWith({ behavior }: Fault, transport: Transport): Promise<Way> {
  const isNamed = typeof behavior === 'string' && behavior !== 'nobody-listens';
  const isSecure = transport === 'connect' || isNamed;
  const startTarget = (): Promise<number> => {
    if (behavior === 'nobody-listens') return findFreePort();
    if (behavior === 'unknown-name') throw new Error('It belongs to a proxy.');
    if (typeof behavior === 'string') return listen(createTlsServer(issued.of(behavior)));
    if (!isSecure) return listen(createServer(behavior));
    const server = createTlsServer(issued.of('good'), (socket) => {
      socket.on('error', () => undefined);
      // The reset of a TLS connection is that of the one below.
      behavior(Object.assign(socket, { resetAndDestroy: () => socket.destroy() }));
    });
    return listen(server);
  };
  const url = new URL(`${isSecure ? 'https' : 'http'}://localhost:${String(await startTarget())}/`);
  const port =
    transport === 'socks5'
      ? await startSocksProxy({ host: '127.0.0.1', password: null })
      : await listen(createTransparentProxy());
  return { url, proxy: proxyAt(port, transport) };
}

const describeReason = (reason: ProbeReason | null): string =>
  reason === null ? 'works' : `${probeReasons[reason].fault}: ${probeReasons[reason].label}`;

async function reportOfTest({ proxy, url }: Way): Promise<string> {
  const timeoutMs = { connect: limitMs, handshake: limitMs, tls: limitMs, firstByte: limitMs };
  return describeReason((await probe(proxy, url, { certificates, timeoutMs })).reason);
}

/** What the gateway reports of a request; `passed on`: nothing, because the client has its tunnel or its response. */
async function reportOfGateway({ proxy, url }: Way, transport: Transport): Promise<string> {
  const { gateway, port } = await openGateway(
    [{ ...proxyOn(proxy.port), host: proxy.host, protocol: proxy.protocol }],
    { protocol: proxy.protocol },
    { times: { connect: limitMs, handshake: limitMs, answer: limitMs } },
  );
  const login = Buffer.from(`rotate:${token}`).toString('base64');
  const authority = `${url.hostname}:${url.port}`;
  const line = transport === 'plain' ? `GET ${url.href}` : `CONNECT ${authority}`;
  await new Promise<void>((resolve) => {
    const client = createConnection({ host: '127.0.0.1', port }, () => {
      client.write(`${line} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${login}\r\n\r\n`);
    });
    let received = '';
    client.on('data', (chunk) => {
      received += chunk.toString('latin1');
      // Not what stands before the response.
      if (!/^HTTP\/1\.1 [2-9]/m.test(received)) return;
      client.destroy();
      resolve();
    });
  });
  const [failure] = gateway.state().failures;
  if (!failure) return 'passed on';
  const label = (probeReasons as { readonly [reason: string]: { readonly label: string } })[failure.reason]?.label;
  return `${failure.fault}: ${label ?? failure.reason}`;
}

describe.each([
  ['a proxy that', proxyFaults, proxyWith],
  ['a target that', targetFaults, targetWith],
] as const)('%s', (_side, faults, start) => {
  test.each(faults.map((fault, row) => ({ ...fault, row })))('$name', async ({ row, ...fault }) => {
    const all = transports.flatMap((transport) => {
      const expected = fault.expected[transport];
      return expected ? [{ transport, ...expected }] : [];
    });
    // With few rounds each fault takes one way, which is another for the next fault.
    const count = rounds({ few: 1, many: all.length });
    const cells = all.filter((_, index) => (index + row) % all.length < count);
    const seen = await Promise.all(
      cells.map(async ({ transport }) => {
        const way = await start(fault, transport);
        return { transport, test: await reportOfTest(way), gateway: await reportOfGateway(way, transport) };
      }),
    );
    expect(seen).toEqual(
      cells.map(({ transport, reason, isPassedOn = false }) => ({
        transport,
        test: describeReason(reason),
        gateway: isPassedOn ? 'passed on' : describeReason(reason),
      })),
    );
  });
});

const introduction =
  'What a test from this machine reports of each fault; the gateway blames the same side. `test/main/dial/faults.test.ts` makes each of them happen and writes this file: `npm run unit -- test/main/dial/faults.test.ts -u`.';

test('docs/evidence/faults.md has these faults', async () => {
  const file = join(import.meta.dirname, '../../../docs/evidence/faults.md');
  const cellOf = (fault: Fault, transport: Transport): string => {
    const reason = fault.expected[transport]?.reason;
    return reason === undefined ? '' : describeReason(reason);
  };
  const rows = [
    ...proxyFaults.map((fault) => [`the proxy ${fault.name}`, fault] as const),
    ...targetFaults.map((fault) => [`the target ${fault.name}`, fault] as const),
  ].map(([name, fault]) => [name, ...transports.map((each) => cellOf(fault, each))]);
  const names = ['fault', 'CONNECT', 'plain HTTP', 'SOCKS5'];
  const cells = [names, ...rows];
  const longest = names.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(longest[at] ?? 0)).join(' | ')} |`;
  const [head = '', ...lines] = cells.map(lineOf);
  const table = [head, lineOf(longest.map((width) => '-'.repeat(width))), ...lines];
  const text = ['# Faults of proxies and targets', '', introduction, '', ...table, ''].join('\n');
  await expect(text).toMatchFileSnapshot(file);
});
