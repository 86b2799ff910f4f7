/** The one module that every worker runs; `startWorker` gives it a role. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore, type Store } from '../store/index.ts';
import { connect } from './connect.ts';
import type { Reads } from './reads.ts';
import type { ClientCalls } from './sync.ts';
import type { WorkerStart } from './worker.ts';

const start = workerData as WorkerStart; // of `startWorker`
let opened: Store | undefined;

/** Opens the cache when it is first used, so that a failure is that of the call. */
function openCache(): Store {
  if (opened) return opened;
  if (start.role === 'demo') throw new Error('A demo has no cache.');
  const { role, databaseFile, privateKey } = start;
  opened = openStore({ file: databaseFile, readOnly: role === 'read', isSecond: true });
  if (privateKey !== null) opened.unlock(privateKey);
  return opened;
}

/** Each role's own code is loaded by its workers alone. */
async function serve(): Promise<void> {
  switch (start.role) {
    case 'read': {
      const { readsOf } = await import('./reads.ts');
      connect(port).serve<Reads>(readsOf(openCache));
      break;
    }
    case 'job': {
      const { jobsOf } = await import('./jobs.ts');
      connect(port).serve(jobsOf(openCache));
      break;
    }
    case 'sync': {
      const { syncOf } = await import('./sync.ts');
      const main = connect<ClientCalls>(port);
      main.serve(syncOf(openCache, main));
      break;
    }
    case 'demo': {
      const { demoFunctions } = await import('./demo.ts');
      connect(port).serve(demoFunctions);
      break;
    }
  }
}

if (!parentPort) throw new Error('This module runs in a worker.');
const port = parentPort;
await serve();
port.on('message', ({ kind }: { readonly kind: string }) => {
  if (kind !== 'close') return;
  opened?.close();
  process.exit();
});
