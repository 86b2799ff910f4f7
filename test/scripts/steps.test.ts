import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const steps = pathToFileURL(join(import.meta.dirname, '../../scripts/steps.mjs')).href;

test.skipIf(process.platform === 'win32')('a program that a script runs ends with the script', async () => {
  const program = `process.stdout.write('runs'); setTimeout(() => undefined, 60_000)`;
  const script = `import { run } from ${JSON.stringify(steps)};
    process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(program)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill();
  // The program has the same output, which is closed once both are gone.
  expect(await once(child, 'close')).toEqual([1, null]);
});
