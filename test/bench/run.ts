/**
 * `npm run bench [suite…]`: every figure is a ratio of two measurements of the same
 * run on the same machine. Prints Markdown. Nothing here can fail a test.
 */
import { cpus, totalmem } from 'node:os';
import { measureExport } from './export.ts';
import { measureParts } from './parts.ts';
import { measureSync } from './sync.ts';
import { measureQueries } from './query-costs.ts';
import type { Suite } from './table.ts';
import { formatTable } from './table.ts';
import { measureWindow } from './window.ts';

const suites: Readonly<Record<string, Suite>> = {
  sync: measureSync,
  parts: measureParts,
  queries: measureQueries,
  window: measureWindow,
  export: measureExport,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`,
  );
  process.exit(1);
}
const [cpu] = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ` +
    `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, ${String(Math.round(totalmem() / 2 ** 30))} GiB\n`,
);
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for await (const { title, rows } of suite()) {
    console.log(`${formatTable(title, rows)}\n`);
  }
}
