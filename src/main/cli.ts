#!/usr/bin/env node
import { allowReadingAlone } from './store/sqlite/alone.ts';
import { useCompileCache } from './cli/compile-cache.ts';
import { explainOldNode } from './cli/old-node.ts';

// On this signal Node would open its inspector, through which keys could be read.
process.on('SIGUSR1', () => undefined);
// What is imported above loads in an old Node, too; the rest need not.
const tooOld = explainOldNode(process.versions.node);
if (tooOld === undefined) {
  useCompileCache();
  allowReadingAlone();
  const { runCli } = await import('./cli/run.ts');
  const { exitOnceWritten } = await import('./cli/exit.ts');
  process.exitCode = await runCli(process.argv.slice(2), process, {
    workerFile: new URL('./worker.js', import.meta.url),
    onEnd: exitOnceWritten,
  });
} else {
  process.stderr.write(`${tooOld}\n`);
  process.exitCode = 1;
}
