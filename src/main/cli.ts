#!/usr/bin/env node
import { runCli } from './cli/run.ts';

// On this signal Node would open its inspector, through which keys could be read.
process.on('SIGUSR1', () => undefined);
process.exitCode = await runCli(process.argv.slice(2), process, {
  workerFile: new URL('./worker.js', import.meta.url),
});
