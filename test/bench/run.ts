/**
 * `npm run bench [suite…] [number of proxies…]`: every figure is a ratio of two
 * measurements of the same run on the same machine, or with its budget. Prints
 * Markdown; a run with all sizes replaces the page of its suite in docs/benchmarks. Nothing here can fail a test.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { canStartDesktop, startDesktop } from '../support/start-desktop.ts';
import { measureBackground } from './background.ts';
import { measureExport } from './export.ts';
import { measureGateway } from './gateway.ts';
import { measureGatewayLog } from './gateway-log.ts';
import { measureMcp } from './mcp.ts';
import { measureOverview } from './overview.ts';
import { measureQueries } from './query-costs.ts';
import { measureServe } from './serve.ts';
import { measureStart } from './start.ts';
import { measureSync } from './sync.ts';
import { formatTable, type Suite } from './table.ts';
import { measureTasks } from './tasks.ts';
import { measureTesting } from './testing.ts';
import { measureWindow } from './window.ts';

const suites: Readonly<Record<string, Suite>> = {
  sync: measureSync,
  queries: measureQueries,
  start: measureStart,
  window: measureWindow,
  background: measureBackground,
  export: measureExport,
  gateway: measureGateway,
  'gateway-log': measureGatewayLog,
  serve: measureServe,
  testing: measureTesting,
  overview: measureOverview,
  mcp: measureMcp,
  tasks: measureTasks,
};

const words = process.argv.slice(2);
const sizes = words.map(Number).filter((size) => Number.isInteger(size) && size > 0);
const wanted = words.filter((word) => !sizes.includes(Number(word)));
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`);
  process.exit(1);
}
const proxyCounts = sizes.length > 0 ? sizes : [100_000, 1_000_000];
const [cpu] = cpus();
const machine =
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ` +
  `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, ${String(Math.round(totalmem() / 2 ** 30))} GiB`;
console.log(`${machine}\n`);
const folder = join(import.meta.dirname, '../../docs/benchmarks');
// Windows open on a display of their own.
const desktop = canStartDesktop ? await startDesktop() : undefined;
Object.assign(process.env, desktop?.environment);
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const tables: string[] = [];
  for await (const { title, rows } of suite(proxyCounts)) {
    const table = formatTable(title, rows);
    console.log(`${table}\n`);
    tables.push(table);
  }
  // Part of the sizes is not the whole page.
  if (sizes.length > 0) continue;
  const head = `# Last run of \`npm run bench -- ${name}\`\n\n${machine}. [What it means](../performance.md).`;
  writeFileSync(join(folder, `${name}.md`), `${[head, ...tables].join('\n\n')}\n`);
}
await desktop?.close();
