import { readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startHttpProxy } from '../support/built-in-proxies.ts';
import { startDemoService } from '../support/demo-service.ts';
import { serviceEnv } from '../support/env.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { openFolder } from './open-folder.ts';
import { run } from './run-program.ts';
import { startProgram } from './start-program.ts';
import type { Suite } from './table.ts';

const cli = join(import.meta.dirname, '../../out/main/cli.js');
const megabyte = 1e6;
const proxyCount = 4;
const requestCount = 50_000;
const atOnce = 20;
const lastCount = 20_000;
const everyCount = 5_000;

/** The memory of `proxydeck serve` over many small requests. */
export const measureServe: Suite = async function* () {
  const { folder, after, stop } = openFolder();
  try {
    const demo = await startDemoService({ proxyCount });
    after(() => void demo.close());
    Object.assign(process.env, serviceEnv(demo));
    await run(process.execPath, [cli, '--data-dir', folder, 'sync']);
    moveProxies(folder, await startHttpProxy({ host: '127.0.0.1', password: null }, after));
    const target = createServer((_request, response) => response.end('arrived'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    after(() => void target.close());
    const { port: targetPort } = target.address() as AddressInfo; // It listens on a port, not on a pipe.
    const port = await findFreePort();
    const options = ['--port', String(port), '--no-token', '--allow-private'];
    const { pid, line } = startProgram(process.execPath, [cli, '--data-dir', folder, 'serve', ...options], after);
    await line();
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    after(() => {
      agent.destroy();
    });
    const idleBytes = residentBytes(pid);
    const sizes: number[] = [];
    const startedAtMs = performance.now();
    for (let count = 0; count < requestCount; count += everyCount) {
      await send(agent, { port, targetPort, count: everyCount });
      sizes.push(residentBytes(pid));
    }
    const seconds = (performance.now() - startedAtMs) / 1000;
    const endBytes = sizes.at(-1) ?? NaN;
    const grownBytes = endBytes - (sizes.at(-1 - lastCount / everyCount) ?? NaN);
    const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(0);
    yield {
      title: `proxydeck serve: ${requestCount.toLocaleString('en')} small requests, ${String(atOnce)} at once`,
      rows: [
        {
          what: 'Memory (RSS) afterwards',
          figure: `${inMegabytes(endBytes)} MB, idle ${inMegabytes(idleBytes)}; every ${everyCount.toLocaleString('en')}: ${sizes.map(inMegabytes).join(', ')}`,
          goal: '≤ 200 MB',
          isReached: endBytes <= 200 * megabyte,
        },
        {
          what: `Growth over the last ${lastCount.toLocaleString('en')} requests`,
          figure: `${inMegabytes(grownBytes)} MB`,
          goal: '≤ 5 MB',
          isReached: grownBytes <= 5 * megabyte,
        },
        { what: 'Time', figure: `${seconds.toFixed(1)} s`, goal: '', isReached: null },
      ],
    };
  } finally {
    stop();
  }
};

/** Moves all cached proxies to a real one on this machine. */
function moveProxies(folder: string, port: number): void {
  const accounts = join(folder, 'accounts');
  const [file = ''] = readdirSync(accounts).filter((name) => name.endsWith('.sqlite'));
  const cache = new Database(join(accounts, file));
  cache.prepare(`UPDATE proxy SET proxy_ip_address = '127.0.0.1', proxy_http_port = ?, proxy_is_online = 1`).run(port);
  cache.close();
}

/** The memory that a process has in RAM; only on Linux. */
function residentBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

async function send(
  agent: Agent,
  { port, targetPort, count }: { readonly port: number; readonly targetPort: number; readonly count: number },
): Promise<void> {
  let left = count;
  const path = `http://127.0.0.1:${String(targetPort)}/`;
  const sendOne = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sending = requestHttp({ agent, host: '127.0.0.1', port, path }, (response) => {
        response.resume();
        response.once('end', resolve);
        if (response.statusCode !== 200) reject(new Error(`The gateway answered ${String(response.statusCode)}.`));
      });
      sending.once('error', reject);
      sending.end();
    });
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await sendOne();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
