import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createPool } from '../../src/main/gateway/pool.ts';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';
import { compileLines } from '../../src/shared/gateway/rule-lines.ts';
import { makeCertificates } from '../support/make-certificates.ts';
import type { After } from '../support/listen.ts';
import { findFreePort, startMicrosocks, startSquid } from '../support/real-proxies.ts';
import { buildBenchModule } from './build-module.ts';
import type { GatewayFigures } from './gateway-process.ts';
import { measureThroughput, uploadBytes, type Ways } from './gateway-throughput.ts';
import { manyLines } from './many-lines.ts';
import { openFolder } from './open-folder.ts';
import { run } from './run-program.ts';
import { findChild, startProgram } from './start-program.ts';
import { percentile, type Suite, type TableRow } from './table.ts';

const here = import.meta.dirname;
const mebibyte = 2 ** 20;
const handshakes = 1000;
const tunnelCount = 1000;
const choices = 100_000;
/** The library for SOCKS5 keeps a tunnel for as long as its handshake might have taken. */
const settlingMs = 17_000;
/** Of mixed load. */
const minutes = Number(process.env['BENCH_GATEWAY_MINUTES'] ?? 1);
const loadWorkers = 20;
const manyLinesCount = 200;

/** Throughput, latency, choice, memory and faults of the gateway, next to the upstream itself and to proxy-chain. */
export const measureGateway: Suite = async function* () {
  const { folder, after, stop } = openFolder();
  try {
    const { key, cert } = makeCertificates(folder).of('good');
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, cert);
    const program = (...args: readonly string[]) => startProgram(process.execPath, args, after);
    const target = program(join(here, 'gateway-target.ts'), keyFile, certificateFile);
    const [plainPort = 0, securePort = 0] = (await target.line()).split(' ').map(Number);
    const squid = await startSquid({ host: '127.0.0.1', password: null }, after);
    const microsocks = await startMicrosocks({ host: '127.0.0.1', password: null }, after);
    const built = await buildBenchModule(join(here, 'gateway-process.ts'));
    const open = async (protocol: string, ports: readonly number[], lineCount = 0) => {
      const port = await findFreePort();
      const child = program('--expose-gc', built, String(port), protocol, String(lineCount), ...ports.map(String));
      await child.line();
      return {
        port,
        pid: child.pid,
        figures: async (): Promise<GatewayFigures> => {
          child.write('');
          return JSON.parse(await child.line()) as GatewayFigures; // what gateway-process.ts prints
        },
      };
    };
    const throughMicrosocks = await open('socks5', [microsocks]);
    const ways: Ways = {
      direct: { port: squid, pid: findChild('squid') },
      relay: await startRelay(squid, after),
      wrapped: await startRelay(squid, after, 'wrapped'),
      gateway: await open('http', [squid]),
      lines: await open('http', [squid], manyLinesCount),
      proxyChain: await startProxyChain(squid, after),
    };
    const bodyFile = join(folder, 'body');
    writeFileSync(bodyFile, Buffer.alloc(uploadBytes, 'x'));
    const plain = { port: plainPort, pid: target.pid };
    yield {
      title: 'Gateway: throughput and latency through squid',
      rows: [
        ...(await measureThroughput(plain, ways)),
        ...(await measureThroughput(plain, ways, bodyFile)),
        ...(await measureLatency(securePort, ways)),
      ],
    };
    yield {
      title: 'Gateway: lines, and choice among a million proxies',
      rows: [measureLines(), measureChoice(), await measureLookup(join(folder, 'account.sqlite'))],
    };
    yield {
      title: `Gateway: ${String(tunnelCount)} tunnels through microsocks`,
      rows: await measureTunnels(plainPort, throughMicrosocks.port, throughMicrosocks.figures),
    };
    const odd = await startOdd(after);
    const mixed = await open('http', [squid, await findFreePort(), odd, squid]);
    yield {
      title: `Gateway: mixed load with faults, ${String(minutes)} min`,
      rows: await measureMixedLoad({ plainPort, securePort, gateway: mixed.port }, mixed.figures),
    };
  } finally {
    stop();
  }
};

/** A bare relay with one upstream. */
async function startRelay(upstream: number, after: After, kind = '') {
  const port = await findFreePort();
  const args = [join(here, 'gateway-relay.ts'), String(port), String(upstream), kind];
  const { pid, line } = startProgram(process.execPath, args, after);
  await line();
  return { port, pid };
}

/** proxy-chain's own server with one fixed upstream. */
async function startProxyChain(upstream: number, after: After) {
  const port = await findFreePort();
  const script = `const { Server } = await import('proxy-chain');
    const server = new Server({ host: '127.0.0.1', port: ${String(port)},
      prepareRequestFunction: () => ({ upstreamProxyUrl: 'http://127.0.0.1:${String(upstream)}' }) });
    await server.listen();
    console.log('listening');`;
  const { pid, line } = startProgram(process.execPath, ['--input-type=module', '-e', script], after);
  await line();
  return { port, pid };
}

/** Takes connections and ends some of them at once, and others in the middle of a response. */
async function startOdd(after: After): Promise<number> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    count += 1;
    if (count % 2 === 0) socket.destroy();
    else socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => void server.close());
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

/** The time until a TLS connection through a proxy is open, in milliseconds. */
async function openSecure(proxyPort: number, targetPort: number): Promise<number> {
  const startedAtMs = performance.now();
  const socket = await openTunnel(proxyPort, targetPort);
  const secured = connectTls({ socket, rejectUnauthorized: false });
  await once(secured, 'secureConnect');
  const durationMs = performance.now() - startedAtMs;
  secured.destroy();
  return durationMs;
}

async function openTunnel(proxyPort: number, targetPort: number): Promise<Socket> {
  const authority = `127.0.0.1:${String(targetPort)}`;
  const request = requestHttp({
    host: '127.0.0.1',
    port: proxyPort,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    agent: false,
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [{ statusCode: number }, Socket];
  if (response.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`CONNECT was answered with ${String(response.statusCode)}.`);
}

async function measureLatency(targetPort: number, ways: Omit<Ways, 'wrapped'>): Promise<TableRow[]> {
  const times: Record<keyof typeof ways, number[]> = {
    direct: [],
    relay: [],
    gateway: [],
    lines: [],
    proxyChain: [],
  };
  for (let round = 0; round < handshakes; round += 1) {
    for (const way of ['direct', 'relay', 'gateway', 'lines', 'proxyChain'] as const) {
      times[way].push(await openSecure(ways[way].port, targetPort));
    }
  }
  const added = (way: keyof typeof ways, share: number): string => `${addedMs(way, share).toFixed(2)} ms`;
  const addedMs = (way: keyof typeof ways, share: number): number =>
    percentile(times[way], share) - percentile(times.direct, share);
  const withLinesMs = addedMs('lines', 0.5) - addedMs('gateway', 0.5);
  const withLines: TableRow = {
    what: `Added by ${String(manyLinesCount)} lines, p50`,
    figure: `${withLinesMs.toFixed(2)} ms`,
    goal: '≤ 0.1 ms',
    isReached: withLinesMs <= 0.1,
  };
  const ofGateway = (
    [
      ['p50', 0.5, 1.5],
      ['p99', 0.99, 20],
    ] as const
  ).map(([name, share, goalMs]) => ({
    what: `Added time of a new HTTPS connection, ${name} of ${String(handshakes)}`,
    figure: `${added('gateway', share)} (bare relay ${added('relay', share)}; proxy-chain ${added('proxyChain', share)}; the upstream alone ${percentile(times.direct, share).toFixed(2)} ms)`,
    goal: `≤ ${String(goalMs)} ms`,
    isReached: addedMs('gateway', share) <= goalMs,
  }));
  return [...ofGateway, withLines];
}

/** Finding the line of a target that only the last one takes. */
function measureLines(): TableRow {
  const lines = compileLines(manyLines(manyLinesCount));
  const times: number[] = [];
  for (let round = 0; round < choices; round += 1) {
    const startedAtMs = performance.now();
    lines.find(round % 2 === 0 ? 'shop.example.com' : '203.0.113.7', 443);
    times.push(performance.now() - startedAtMs);
  }
  const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: `Finding the last of ${String(manyLinesCount)} lines, p50 and p99`,
    figure: `${(middle * 1000).toFixed(1)} µs, ${(high * 1000).toFixed(1)} µs`,
    goal: '≤ 0.1 ms',
    isReached: middle <= 0.1,
  };
}

function measureChoice(): TableRow {
  const pool = createPool({ ...defaultRule, failuresInRow: 1 });
  const ids = Array.from({ length: 1_000_000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  pool.replace(ids, false);
  // A third of them is out of rotation.
  for (let at = 0; at < ids.length; at += 3) pool.failed(ids[at] ?? '', 'refused');
  const none: ReadonlySet<string> = new Set();
  const times: number[] = [];
  for (let round = 0; round < choices; round += 1) {
    const startedAtMs = performance.now();
    pool.choose(round % 2 === 0 ? null : `session ${String(round % 5000)}`, none);
    times.push(performance.now() - startedAtMs);
  }
  const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: 'Choosing one, p50 and p99',
    figure: `${(middle * 1000).toFixed(1)} µs, ${(high * 1000).toFixed(1)} µs`,
    goal: '≤ 1 ms',
    isReached: high <= 1,
  };
}

/** The look-up in the cache that follows a choice. */
async function measureLookup(file: string): Promise<TableRow> {
  const program = await buildBenchModule(join(here, 'gateway-lookup-process.ts'));
  // What the program prints.
  const times = JSON.parse(await run(process.execPath, [program, file])) as readonly number[];
  const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: 'Looking it up in the cache, with its password, p50 and p99',
    figure: `${middle.toFixed(1)} µs, ${high.toFixed(1)} µs`,
    goal: '≤ 1 ms',
    isReached: high <= 1000,
  };
}

async function measureTunnels(
  targetPort: number,
  gatewayPort: number,
  figures: () => Promise<GatewayFigures>,
): Promise<TableRow[]> {
  const cycle = async (): Promise<GatewayFigures> => {
    const sockets: Socket[] = [];
    for (let at = 0; at < tunnelCount; at += 1) {
      const socket = await openTunnel(gatewayPort, targetPort);
      socket.on('error', () => undefined);
      socket.write('GET /hold HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      sockets.push(socket);
    }
    const open = await figures();
    for (const socket of sockets) socket.destroy();
    while ((await figures()).openCount > 0) await wait(50);
    await wait(settlingMs);
    return open;
  };
  // The first cycle fills caches and compiles code.
  await cycle();
  const before = await figures();
  const open = await cycle();
  const end = await figures();
  const grownMiB = (open.rssBytes - before.rssBytes) / mebibyte;
  const keptMiB = (end.heapBytes - before.heapBytes) / mebibyte;
  return [
    {
      what: `Memory of ${String(open.openCount)} open tunnels`,
      figure: `${grownMiB.toFixed(0)} MiB above ${(before.rssBytes / mebibyte).toFixed(0)} MiB`,
      goal: '≤ 150 MB',
      isReached: grownMiB * mebibyte <= 150e6,
    },
    {
      what: 'Heap and handles that stay after they are closed',
      figure: `${keptMiB.toFixed(2)} MiB, ${String(end.resourceCount - before.resourceCount)} handles`,
      goal: 'none',
      isReached: keptMiB < 1 && end.resourceCount <= before.resourceCount,
    },
  ];
}

/** Requests of all kinds over good and bad proxies; each must end with the target's answer or with a reason. */
async function measureMixedLoad(
  ports: { readonly plainPort: number; readonly securePort: number; readonly gateway: number },
  figures: () => Promise<GatewayFigures>,
): Promise<TableRow[]> {
  const counts = { arrived: 0, explained: 0, unexplained: 0 };
  const proxy = `http://127.0.0.1:${String(ports.gateway)}`;
  const kinds: readonly (readonly string[])[] = [
    [`http://127.0.0.1:${String(ports.plainPort)}/`],
    ['-d', 'x=1', `http://127.0.0.1:${String(ports.plainPort)}/`],
    [`http://127.0.0.1:${String(ports.plainPort)}/bytes/1000000`],
    ['--proxytunnel', `http://127.0.0.1:${String(ports.plainPort)}/`],
    ['-k', `https://127.0.0.1:${String(ports.securePort)}/`],
    ['-x', `socks5h://127.0.0.1:${String(ports.gateway)}`, `http://127.0.0.1:${String(ports.plainPort)}/`],
    // Nobody listens there.
    ['-k', 'https://127.0.0.1:1/'],
  ];
  const before = await figures();
  const endAtMs = performance.now() + minutes * 60_000;
  const work = async (seed: number): Promise<void> => {
    for (let at = seed; performance.now() < endAtMs; at += 1) {
      const kind = kinds[at % kinds.length] ?? [];
      const said = await ask(['-sS', '-i', '--noproxy', '', '--max-time', '30', '-x', proxy, ...kind]);
      if (/HTTP\/1\.1 200 OK/.test(said)) counts.arrived += 1;
      // A page with the reason, or a code of SOCKS5.
      else if (/Proxy-Status: Proxydeck|Can't complete SOCKS5/.test(said)) counts.explained += 1;
      else {
        counts.unexplained += 1;
        console.error(`Unexplained: curl ${kind.join(' ')}: ${said.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: loadWorkers }, (_, seed) => work(seed)));
  while ((await figures()).openCount > 0) await wait(50);
  const end = await figures();
  return [
    {
      what: 'Requests without the answer of the target or a reason',
      figure: `${String(counts.unexplained)} of ${String(counts.arrived + counts.explained + counts.unexplained)} (${String(counts.explained)} failed with a reason)`,
      goal: '0',
      isReached: counts.unexplained === 0,
    },
    {
      what: 'Heap that it keeps',
      figure: `${((end.heapBytes - before.heapBytes) / mebibyte).toFixed(1)} MiB`,
      goal: '',
      isReached: null,
    },
  ];
}

/** What curl printed, whatever it ended with. */
async function ask(args: readonly string[]): Promise<string> {
  const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (text: string) => {
      if (said.length < 100_000) said += text;
    });
  }
  await once(child, 'close');
  return said;
}
