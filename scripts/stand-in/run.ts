/**
 * Runs the built app on the stand-in: `node run.ts APP_FOLDER [arguments]`,
 * as `electron APP_FOLDER [arguments]` would.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { markReady } from './app.ts';
import { serveControl } from './control.ts';

const folder = resolve(process.argv[2] ?? '.');
process.argv = [process.argv[0] ?? 'node', folder, ...process.argv.slice(3)];
const standIn = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
// Electron becomes ready only after the main module has run; awaiting `whenReady`
// at its top level hangs there for ever, so here it fails with the reason.
const stuck = setTimeout(() => {
  console.error('The main module does not finish: does it await app.whenReady() at its top level?');
  process.exit(1);
}, 10_000);
await import(pathToFileURL(join(folder, main)).href);
clearTimeout(stuck);
serveControl();
markReady();
