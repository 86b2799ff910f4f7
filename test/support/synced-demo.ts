import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient, type ApiClient } from '../../src/main/api/http/client.ts';
import { startDemoService, type DemoOptions, type DemoService } from './demo-service.ts';
import { type Store, openStore } from '../../src/main/store/index.ts';
import { runSync } from '../../src/main/sync/run-sync.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * A demo service, a client of it, and a cache that has just been synced from it.
 *
 * @param after `afterAll`, from within `beforeAll`, for a cache that several tests read
 */
export async function syncDemo(
  options: DemoOptions = {},
  after: (close: () => Promise<void> | void) => void = onTestFinished,
): Promise<{ demo: DemoService; client: ApiClient; store: Store; databaseFile: string }> {
  const demo = await startDemoService(options);
  const databaseFile = join(makeTemporaryFolder(after), 'copy.sqlite');
  const store = openStore({ file: databaseFile });
  store.unlock(demo.privateKey);
  const client = createClient(demo);
  after(async () => {
    await client.close();
    store.close();
    await demo.close();
  });
  const signal = new AbortController().signal;
  const outcome = await runSync({ client, store, signal, onProgress: () => undefined });
  if (!outcome.complete) throw new Error(`The demo was not synced: ${outcome.problem?.message ?? ''}`);
  return { demo, client, store, databaseFile };
}
