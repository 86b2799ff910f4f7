// @ts-check
/** Runs a tool of node_modules on Node of Electron's version: `node scripts/run.mjs vitest run`. */
import { appNode, run, toolScript } from './steps.mjs';

const [tool = '', ...args] = process.argv.slice(2);
process.exitCode = await run(appNode, [toolScript(tool), ...args]);
