import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient, type ApiClient } from '../../src/main/api/http/client.ts';
import { startDemoService, type DemoOptions, type DemoService } from './demo-service.ts';
import type { Store } from '../../src/main/store/contract.ts';
import { openStore } from '../../src/main/store/index.ts';
import { runSync } from '../../src/main/sync/run.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A demo service, a client of it, and a cache that has just been synced from it. */
export async function syncDemo(
  options: DemoOptions = {},
): Promise<{ demo: DemoService; client: ApiClient; store: Store; databaseFile: string }> {
  const demo = await startDemoService(options);
  const databaseFile = join(makeTemporaryFolder(), 'copy.sqlite');
  const store = openStore({ file: databaseFile });
  store.unlock(demo.privateKey);
  const client = createClient(demo);
  onTestFinished(async () => {
    await client.close();
    store.close();
    await demo.close();
  });
  const signal = new AbortController().signal;
  const outcome = await runSync({ client, store, signal, onProgress: () => undefined });
  if (!outcome.complete)
    throw new Error(`The demo was not synced: ${outcome.problem?.message ?? ''}`);
  return { demo, client, store, databaseFile };
}
