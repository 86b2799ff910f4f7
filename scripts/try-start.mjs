// @ts-check
/**
 * `node scripts/try-start.mjs PROGRAM [ARGUMENT ...]`: starts the app with an empty
 * data folder and passes if it opens its registry and is still running a while later.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const startupMs = 60_000;
const aliveMs = 5_000;

const [program = '', ...args] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'proxydeck-start-'));
const child = spawn(program, [...args, `--user-data-dir=${folder}`], { stdio: 'inherit' });
/** @type {string | undefined} */
let ended;
child.once('error', (error) => (ended = error.message));
child.once('exit', (code, signal) => (ended ??= `it ended with ${String(code ?? signal)}`));

const giveUp = performance.now() + startupMs;
const isStarted = () => existsSync(join(folder, 'registry.sqlite'));
while (!isStarted() && ended === undefined && performance.now() < giveUp) await wait(200);
if (isStarted()) await wait(aliveMs);
const failure = ended ?? (isStarted() ? undefined : 'it did not open its registry');

if (failure === undefined) console.log(`${program} starts.`);
else console.error(`${program} does not start: ${failure}.`);
process.exitCode = failure === undefined ? 0 : 1;
child.kill();
await wait(2_000);
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
