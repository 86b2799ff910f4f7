import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCertificates } from '../support/make-certificates.ts';
import { findFreePort, startSquid } from '../support/real-proxies.ts';
import { writeFileSync } from 'node:fs';
import { buildBenchModule } from './build-module.ts';
import type { GatewayFigures } from './gateway-process.ts';
import type { LogTimes } from './gateway-log-process.ts';
import { openFolder } from './open-folder.ts';
import { run } from './run-program.ts';
import { startProgram } from './start-program.ts';
import { median, percentile, type Suite, type TableRow } from './table.ts';

const mebibyte = 2 ** 20;
const rounds = 11;
const perRound = 1500;
const parallel = 25;
const latencyCount = 2000;
/** On a machine without other work; one that is busy holds fewer. */
const perSecond = Number(process.env['BENCH_LOG_RATE'] ?? 1000);
const seconds = Number(process.env['BENCH_LOG_SECONDS'] ?? 60);

/** A gateway with its log on, next to the same one without; and what a log of a million requests answers. */
export const measureGatewayLog: Suite = async function* () {
  const { folder, after, stop } = openFolder();
  try {
    const program = await buildBenchModule(join(import.meta.dirname, 'gateway-log-process.ts'));
    // What the program prints.
    const times = JSON.parse(await run(process.execPath, [program, join(folder, 'million.sqlite')])) as LogTimes;
    yield { title: 'A log of a million requests', rows: rowsOf(times) };
    const { key, cert } = makeCertificates(folder).of('good');
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, cert);
    const node = (...args: readonly string[]) => startProgram(process.execPath, args, after);
    const target = node(join(import.meta.dirname, 'gateway-target.ts'), keyFile, certificateFile);
    const [targetPort = 0] = (await target.line()).split(' ').map(Number);
    const squid = await startSquid({ host: '127.0.0.1', password: null }, after);
    await buildBenchModule(join(import.meta.dirname, 'gateway-log-writer.ts'));
    const built = await buildBenchModule(join(import.meta.dirname, 'gateway-process.ts'));
    const open = async (log: string) => {
      const port = await findFreePort();
      const child = node('--expose-gc', built, String(port), `http${log}`, '0', String(squid));
      await child.line();
      return {
        port,
        figures: async (): Promise<GatewayFigures> => {
          child.write('');
          return JSON.parse(await child.line()) as GatewayFigures; // what gateway-process.ts prints
        },
      };
    };
    const quiet = await open('');
    const logged = await open(`,${join(folder, 'log.sqlite')}`);
    yield {
      title: 'Gateway: with its log on, against without',
      rows: [
        await compareRates(targetPort, quiet.port, logged.port),
        await compareLatency(targetPort, quiet.port, logged.port),
      ],
    };
    yield {
      title: `Gateway: ${String(perSecond)} connections a second for ${String(seconds)} s, log on`,
      rows: await measureStorm(targetPort, logged.port, logged.figures),
    };
  } finally {
    stop();
  }
};

const rowsOf = (times: LogTimes): TableRow[] =>
  Object.entries(times.answers).map(([what, ms]) => ({
    what,
    figure: `${ms.toFixed(0)} ms`,
    goal: what.startsWith('Hosts over 7 days') ? '≤ 200 ms' : '',
    isReached: what.startsWith('Hosts over 7 days') ? ms <= 200 : null,
  }));

/** Opens a tunnel and closes it. @returns the time until it was open, in milliseconds */
async function connect(gatewayPort: number, targetPort: number): Promise<number> {
  const authority = `127.0.0.1:${String(targetPort)}`;
  const startMs = performance.now();
  const request = requestHttp({
    host: '127.0.0.1',
    port: gatewayPort,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    agent: false,
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [{ statusCode: number }, Socket];
  const durationMs = performance.now() - startMs;
  socket.on('error', () => undefined);
  socket.destroy();
  if (response.statusCode !== 200) throw new Error(`CONNECT was answered with ${String(response.statusCode)}.`);
  return durationMs;
}

/** Tunnels per second. */
async function measureRate(gatewayPort: number, targetPort: number): Promise<number> {
  const startMs = performance.now();
  let left = perRound;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await connect(gatewayPort, targetPort);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return (perRound * 1000) / (performance.now() - startMs);
}

async function compareRates(targetPort: number, quiet: number, logged: number): Promise<TableRow> {
  const rates: { quiet: number; logged: number }[] = [];
  // The first round compiles code.
  for (let round = 0; round <= rounds; round += 1) {
    // Each goes first in half of the rounds.
    const first = await measureRate(round % 2 === 0 ? quiet : logged, targetPort);
    const second = await measureRate(round % 2 === 0 ? logged : quiet, targetPort);
    if (round > 0) rates.push(round % 2 === 0 ? { quiet: first, logged: second } : { quiet: second, logged: first });
  }
  const ratio = median(rates.map((rate) => rate.logged / rate.quiet));
  const each = (of: 'quiet' | 'logged'): string => median(rates.map((rate) => rate[of])).toFixed(0);
  return {
    what: `New tunnels per second, ${String(parallel)} at a time: with the log / without`,
    figure: `${ratio.toFixed(2)} (${each('logged')} / ${each('quiet')})`,
    goal: '≥ 0.95',
    isReached: ratio >= 0.95,
  };
}

async function compareLatency(targetPort: number, quiet: number, logged: number): Promise<TableRow> {
  const times: { quiet: number[]; logged: number[] } = { quiet: [], logged: [] };
  for (let at = 0; at < latencyCount; at += 1) {
    times.quiet.push(await connect(quiet, targetPort));
    times.logged.push(await connect(logged, targetPort));
  }
  const added = (share: number): number => percentile(times.logged, share) - percentile(times.quiet, share);
  return {
    what: `Added time of a new tunnel by the log, p50 and p99 of ${String(latencyCount)}`,
    figure: `${added(0.5).toFixed(2)} ms, ${added(0.99).toFixed(2)} ms (p50 without: ${percentile(times.quiet, 0.5).toFixed(2)} ms)`,
    goal: 'p50 ≤ 0.1 ms',
    isReached: added(0.5) <= 0.1,
  };
}

/** Opens connections at a rate, whether or not earlier ones have ended. */
async function measureStorm(
  targetPort: number,
  gatewayPort: number,
  figures: () => Promise<GatewayFigures>,
): Promise<TableRow[]> {
  const before = await figures();
  const tickMs = 10;
  let [sent, failed] = [0, 0];
  const open = new Set<Promise<void>>();
  const startMs = performance.now();
  const rss: number[] = [];
  for (let tick = 1; tick <= (seconds * 1000) / tickMs; tick += 1) {
    const due = Math.min(Math.floor((performance.now() - startMs) / tickMs) + 1, (seconds * 1000) / tickMs);
    const wanted = Math.round((due * tickMs * perSecond) / 1000);
    for (; sent < wanted; sent += 1) {
      const one: Promise<void> = connect(gatewayPort, targetPort).then(
        () => void open.delete(one),
        () => {
          failed += 1;
          open.delete(one);
        },
      );
      open.add(one);
    }
    if (tick % 500 === 0) rss.push((await figures()).rssBytes);
    const waitMs = startMs + tick * tickMs - performance.now();
    if (waitMs > 0) await wait(waitMs);
  }
  const heldSeconds = (performance.now() - startMs) / 1000;
  await Promise.all(open);
  // The last batch is written within a second.
  await wait(3000);
  const end = await figures();
  const written = end.loggedCount - before.loggedCount;
  const third = rss[Math.floor(rss.length / 3)] ?? end.rssBytes;
  const grown = (rss.at(-1) ?? end.rssBytes) - third;
  return [
    {
      what: 'Connections per second, and those that failed',
      figure: `${(sent / heldSeconds).toFixed(0)}; ${String(failed)} of ${String(sent)}`,
      goal: `≥ ${String(perSecond * 0.99)}`,
      isReached: sent / heldSeconds >= perSecond * 0.99,
    },
    {
      what: 'Requests in the log, and lost',
      figure: `${String(written)} of ${String(sent)}; ${String(end.lostCount)}`,
      goal: 'all; 0',
      isReached: written >= sent - failed && end.lostCount === 0,
    },
    {
      what: 'Growth of memory in the last two thirds',
      figure: `${(grown / mebibyte).toFixed(1)} MiB above ${(third / mebibyte).toFixed(0)} MiB`,
      goal: '≤ 20 MB',
      isReached: grown <= 20e6,
    },
  ];
}
