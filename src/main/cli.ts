#!/usr/bin/env node
import { allowReadingAlone } from './store/sqlite/alone.ts';
import { useCompileCache } from './cli/compile-cache.ts';
import { explainOldNode } from './cli/old-node.ts';

// The signal would open Node's inspector, through which keys could be read.
process.on('SIGUSR1', () => undefined);
// An old Node loads what is above, not what follows.
const tooOld = explainOldNode(process.versions.node);
if (tooOld === undefined) {
  useCompileCache();
  allowReadingAlone();
  const { runCli } = await import('./cli/run-cli.ts');
  const { exitOnceWritten } = await import('./cli/exit.ts');
  process.exitCode = await runCli(process.argv.slice(2), process, {
    workerFile: new URL('./worker.js', import.meta.url),
    onEnd: exitOnceWritten,
  });
} else {
  process.stderr.write(`${tooOld}\n`);
  process.exitCode = 1;
}
