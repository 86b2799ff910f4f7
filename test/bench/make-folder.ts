import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBenchModule } from './build-module.ts';
import type { DataSource } from './data-source.ts';
import { run } from './run-program.ts';
import { startService } from './start-service.ts';

/**
 * Makes a data folder of the app with a synced account; returns its path. The caller removes it.
 *
 * @param more `keeps-running`: the app stays when its window is closed
 */
export async function makeFolder(
  source: DataSource,
  proxyCount: number,
  ...more: readonly 'keeps-running'[]
): Promise<string> {
  const program = await buildBenchModule(join(import.meta.dirname, 'folder-process.ts'));
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-browse-'));
  const service = await startService(source, proxyCount);
  try {
    await run(process.execPath, [program, folder, service.baseUrl, ...more]);
  } finally {
    service.close();
  }
  return folder;
}
