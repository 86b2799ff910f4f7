import { createServer } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startMicrosocks, startSquid } from '../support/real-proxies.ts';
import { buildBenchModule } from './build-module.ts';
import { openFolder } from './open-folder.ts';
import { run } from './run-program.ts';
import { median, type Suite, type TableRow } from './table.ts';
import type { BareFigures, HereFigures, HistoryFigures } from './testing-process.ts';

const proxyCount = 5000;
const atOnce = 200;
const rounds = 3;
const historyProxies = 100_000;
const historyRuns = Number(process.env['BENCH_TEST_RESULTS'] ?? 10_000_000) / historyProxies;

/** Tests from this machine next to undici and curl, and the pages of ten million results. */
export const measureTesting: Suite = async function* () {
  const { folder, after, stop } = openFolder();
  try {
    const program = await buildBenchModule(join(import.meta.dirname, 'testing-process.ts'));
    const call = async <Figures>(...args: readonly string[]): Promise<Figures> =>
      // What testing-process.ts prints.
      JSON.parse(await run(process.execPath, [program, ...args])) as Figures;
    const target = createServer((_request, response) => response.end('arrived'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.2', resolve));
    after(() => {
      target.closeAllConnections();
      target.close();
    });
    const url = `http://127.0.0.2:${String((target.address() as AddressInfo).port)}/`; // It listens on a port.
    const options = { host: '127.0.0.1', password: 'secret' } as const;
    for (const [name, protocol, port] of [
      ['squid, HTTP', 'http', await startSquid(options, after)],
      ['microsocks, SOCKS5', 'socks5', await startMicrosocks(options, after)],
    ] as const) {
      const heres: HereFigures[] = [];
      const bares: BareFigures[] = [];
      const curls: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const own = mkdtempSync(join(folder, 'run-'));
        const shared = [protocol, String(port), url, String(proxyCount)] as const;
        heres.push(await call<HereFigures>('here', own, ...shared));
        bares.push(await call<BareFigures>('bare', ...shared));
        curls.push(await measureCurl(own, protocol, port, url));
      }
      yield {
        title: `Testing: ${String(proxyCount)} proxies, ${String(atOnce)} at once, through ${name}`,
        rows: describeRun(heres, bares, curls),
      };
    }
    const history = await call<HistoryFigures>('history', folder, String(historyRuns), String(historyProxies));
    yield { title: 'Testing: history', rows: describeHistory(history) };
  } finally {
    stop();
  }
};

/** `curl --parallel` on the same list, in requests per second. */
async function measureCurl(folder: string, protocol: string, port: number, url: string): Promise<number> {
  const scheme = protocol === 'socks5' ? 'socks5h' : 'http';
  const entry = `url = "${url}"\nproxy = "${scheme}://user1:secret@127.0.0.1:${String(port)}"\noutput = "/dev/null"\nheader = "Connection: close"\n`;
  const file = join(folder, 'curl.txt');
  // As in the app, no connection is used twice.
  writeFileSync(file, Array<string>(proxyCount).fill(entry).join('next\n'));
  const startedAtMs = performance.now();
  await run('curl', [
    ...['--silent', '--parallel', '--parallel-immediate', '--parallel-max', String(atOnce)],
    ...['--config', file],
  ]);
  return (proxyCount * 1000) / (performance.now() - startedAtMs);
}

function describeRun(
  heres: readonly HereFigures[],
  bares: readonly BareFigures[],
  curls: readonly number[],
): TableRow[] {
  const rate = median(heres.map(({ perSecond }) => perSecond));
  const bare = median(bares.map(({ perSecond }) => perSecond));
  const curl = median(curls);
  const most = (values: readonly number[]): number => Math.max(...values);
  const loop = most(heres.map(({ loopP99Ms }) => loopP99Ms));
  const added = most(heres.map(({ addedMegabytes }) => addedMegabytes));
  const cancel = most(heres.map(({ cancelMs }) => cancelMs));
  const passed = heres.every(({ passedCount }) => passedCount === proxyCount);
  return [
    {
      what: 'Proxies per second, with phases and storage; undici alone; curl',
      figure: `${rate.toFixed(0)}; ${bare.toFixed(0)} (${(rate / bare).toFixed(2)}×); ${curl.toFixed(0)} (${(rate / curl).toFixed(2)}×)`,
      goal: '≥ 0.8× undici',
      isReached: rate >= 0.8 * bare,
    },
    { what: 'All of them work', figure: passed ? 'yes' : 'no', goal: 'yes', isReached: passed },
    {
      what: 'Event loop of the main thread, p99',
      figure: `${loop.toFixed(1)} ms`,
      goal: '≤ 20 ms',
      isReached: loop <= 20,
    },
    {
      what: 'Memory above idle',
      figure: `${added.toFixed(0)} MB`,
      goal: '≤ 150 MB',
      isReached: added <= 150,
    },
    {
      what: 'A canceled run ends',
      figure: `${cancel.toFixed(0)} ms`,
      goal: '≤ 1,000 ms',
      isReached: cancel <= 1000,
    },
  ];
}

function describeHistory(figures: HistoryFigures): TableRow[] {
  const row = (what: string, ms: number): TableRow => ({
    what,
    figure: `${ms.toFixed(0)} ms`,
    goal: '≤ 300 ms',
    isReached: ms <= 300,
  });
  return [
    {
      what: 'Results; size of the records',
      figure: `${figures.resultCount.toLocaleString('en-US')}; ${figures.megabytes.toFixed(0)} MB`,
      goal: '',
      isReached: null,
    },
    row('The list of runs', figures.listMs),
    row('A run of 100,000 proxies: its figures', figures.figuresMs),
    row('Its first rows', figures.rowsMs),
    row('Counting those that fail', figures.countMs),
    row('Its first rows by latency', figures.sortMs),
    row('Its first rows by city', figures.sortByCityMs),
    row('Its groups by network', figures.groupsMs),
    row('Counting those that fail for the other tester alone', figures.compareMs),
    row('100,000 proxies by their latency, first page', figures.columnMs),
    row('Counting from:here latency:>800', figures.filterMs),
  ];
}
