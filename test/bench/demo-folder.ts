import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBenchModule, root } from './build-module.ts';
import { run } from './run-program.ts';

/** Makes a data folder of the app with a synced demo account; gives its path. The caller removes it. */
export async function makeDemoFolder(proxyCount: number): Promise<string> {
  const program = await buildBenchModule(join(import.meta.dirname, 'demo-folder-process.ts'));
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-browse-'));
  const thread = join(root, 'out/main/sync-thread.js');
  await run(process.execPath, [program, folder, String(proxyCount), thread]);
  return folder;
}
