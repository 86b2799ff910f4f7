import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWhereNeeded } from '../../scripts/build.mjs';
import { acquireLock } from '../../src/main/lock.ts';

/** Threads and commands run the build in `out/`: Vitest calls this once before the tests. One process at a time builds. */
export default async function build(): Promise<void> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'build.lock');
  let release = acquireLock(lock);
  while (!release) {
    await sleep(100);
    release = acquireLock(lock);
  }
  try {
    if (!(await buildWhereNeeded())) throw new Error('The build failed.');
  } finally {
    release();
  }
}
