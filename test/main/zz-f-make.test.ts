import { test } from 'vitest';
import { createClient } from '../../src/main/api/client.ts';
import { startDemoService } from '../../src/main/demo/index.ts';
import { openStore } from '../../src/main/store/index.ts';
import { runSync } from '../../src/main/sync/run.ts';
test('make', { timeout: 900_000 }, async () => {
  const demo = await startDemoService({ proxyCount: 1_000_000 });
  const store = openStore({ file: '/tmp/F-1m/copy.sqlite' });
  store.unlock(demo.privateKey);
  const client = createClient(demo);
  const t = performance.now();
  const out = await runSync({
    client,
    store,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  console.log(out.complete, performance.now() - t);
  await client.close();
  store.close();
  await demo.close();
});
