#!/usr/bin/env node
import { runCli } from './cli/run.ts';

process.exitCode = await runCli(process.argv.slice(2), process, {
  syncThread: new URL('./sync-thread.js', import.meta.url),
});
