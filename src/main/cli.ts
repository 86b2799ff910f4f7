#!/usr/bin/env node
import { allowReadingAlone } from './store/sqlite/alone.ts';
import { useCompileCache } from './cli/compile-cache.ts';

// On this signal Node would open its inspector, through which keys could be read.
process.on('SIGUSR1', () => undefined);
useCompileCache();
allowReadingAlone();
const { runCli } = await import('./cli/run.ts');
process.exitCode = await runCli(process.argv.slice(2), process, {
  workerFile: new URL('./worker.js', import.meta.url),
});
