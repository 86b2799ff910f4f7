/** The module that every thread runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { openStore, type Store } from '../store/index.ts';
import type { GatewayEvents } from './gateway-thread.ts';
import { connect, type ThreadStart } from './rpc.ts';

const start = workerData as ThreadStart; // of `startThread`
let opened: Store | undefined;

/** Late, so that a failure is that of the call. */
function openCache(): Store {
  if (opened) return opened;
  if (start.thread === 'demo') throw new Error('A demo has no cache.');
  const { thread, databaseFile } = start;
  const readOnly = thread === 'read' || thread === 'query';
  opened = openStore({ file: databaseFile, readOnly, isSecond: true });
  return opened;
}

if (!parentPort) throw new Error('This module runs in a worker.');
const port = parentPort;
const main = connect<GatewayEvents>(port);
/** Each thread loads only its code. */
switch (start.thread) {
  case 'sync':
    main.serve((await import('./sync-thread.ts')).syncOf(openCache));
    break;
  case 'gateway':
    main.serve((await import('./gateway-thread.ts')).gatewayOf(openCache, main));
    break;
  case 'demo':
    main.serve((await import('./demo-thread.ts')).demoFunctions);
    break;
  default:
    main.serve((await import('./functions.ts')).functionsOf(openCache));
}
port.on('message', ({ kind }: { readonly kind: string }) => {
  if (kind !== 'close') return;
  opened?.close();
  process.exit();
});
