import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './build-module.ts';
import { makeFolder } from './make-folder.ts';
import { median, type Suite } from './table.ts';

const rounds = 7;
const cli = join(root, 'out/main/cli.js');
const maxMegabytes = 120;
const maxOfVersion = 1.5;

/** The time until an agent's server answers, compared with `--version`, and the memory after its heaviest reads. */
export const measureMcp: Suite = async function* (proxyCounts) {
  for (const proxyCount of proxyCounts) {
    const folder = await makeFolder('demo', proxyCount);
    try {
      const versions: number[] = [];
      const starts: number[] = [];
      const peaks: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const beganMs = performance.now();
        execFileSync(process.execPath, [cli, '--version']);
        versions.push(performance.now() - beganMs);
        const served = await serve(folder);
        starts.push(served.startMs);
        peaks.push(served.megabytes);
      }
      const ratio = median(starts) / median(versions);
      const megabytes = Math.max(...peaks);
      yield {
        title: `Server of agents, ${proxyCount.toLocaleString('en')} proxies`,
        rows: [
          {
            what: `start to the first answer (${median(starts).toFixed(0)} ms)`,
            figure: `${ratio.toFixed(2)} × --version`,
            goal: `${String(maxOfVersion)} ×`,
            isReached: ratio <= maxOfVersion,
          },
          {
            what: 'most memory, after a list, a count and the overview',
            figure: `${megabytes.toFixed(0)} MB`,
            goal: proxyCount <= 100_000 ? `${String(maxMegabytes)} MB` : '',
            isReached: proxyCount <= 100_000 ? megabytes <= maxMegabytes : null,
          },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
};

async function serve(folder: string): Promise<{ startMs: number; megabytes: number }> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, [cli, '--data-dir', folder, 'mcp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<void> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    await lines.next();
  };
  const clientInfo = { name: 'bench', version: '1' };
  await ask(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const startMs = performance.now() - beganMs;
  const where = 'type:isp york';
  const calls = [
    { name: 'overview', arguments: {} },
    { name: 'list', arguments: { list: 'proxies', where, limit: 500 } },
    { name: 'count', arguments: { list: 'proxies', where, key: 'city' } },
  ];
  for (const [id, params] of calls.entries()) await ask(id + 1, 'tools/call', params);
  const [, kilobytes = '0'] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8')) ?? [];
  child.stdin.end();
  await once(child, 'exit');
  return { startMs, megabytes: Number(kilobytes) / 1000 };
}
