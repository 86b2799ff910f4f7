#!/usr/bin/env node
import { runCli } from './cli/run.ts';

process.exitCode = await runCli(process.argv.slice(2), process, {
  workerFile: new URL('./worker.js', import.meta.url),
});
