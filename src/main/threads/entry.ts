/** The one module that every worker runs; `startWorker` gives it a role. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore, type Store } from '../store/index.ts';
import { connect } from './connect.ts';
import type { GatewayEvents } from './gateway.ts';
import type { WorkerStart } from './worker.ts';

const start = workerData as WorkerStart; // of `startWorker`
let opened: Store | undefined;

/** Opens the cache when it is first used, so that a failure is that of the call. */
function openCache(): Store {
  if (opened) return opened;
  if (start.role === 'demo') throw new Error('A demo has no cache.');
  const { role, databaseFile } = start;
  opened = openStore({ file: databaseFile, readOnly: role === 'read', isSecond: true });
  return opened;
}

if (!parentPort) throw new Error('This module runs in a worker.');
const port = parentPort;
const main = connect<GatewayEvents>(port);
async function serveCache(): Promise<void> {
  main.serve((await import('./lanes.ts')).functionsOf(openCache));
}
/** Each role's own code is loaded by its workers alone. */
const serveRole = {
  read: serveCache,
  job: serveCache,
  sync: async () => {
    main.serve((await import('./sync.ts')).syncOf(openCache));
  },
  gateway: async () => {
    main.serve((await import('./gateway.ts')).gatewayOf(openCache, main));
  },
  demo: async () => {
    main.serve((await import('./demo.ts')).demoFunctions);
  },
} as const satisfies { readonly [R in WorkerStart['role']]: () => Promise<void> };
await serveRole[start.role]();
port.on('message', ({ kind }: { readonly kind: string }) => {
  if (kind !== 'close') return;
  opened?.close();
  process.exit();
});
