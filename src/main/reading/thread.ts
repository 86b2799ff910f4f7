/**
 * A thread that answers the window's questions about one offline copy, one after the
 * other, so that the main thread never waits for a query. Started by thread-reader.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure, type Result } from '../../shared/failure.ts';
import { openStore, type Store } from '../store/index.ts';
import {
  isWanted,
  type ReadingOrder,
  type ReadingReply,
  type ReadingThreadStart,
} from './messages.ts';
import { reads } from './reads.ts';
import { takenBackFailure } from './reader.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the main process.');
// Given by thread-reader.ts.
const { databaseFile, takenBack } = workerData as ReadingThreadStart;
let store: Store | undefined;

function read({ call, name, args }: Extract<ReadingOrder, { kind: 'read' }>): Result<unknown> {
  try {
    if (!isWanted(takenBack, call)) throw takenBackFailure();
    store ??= openStore({ file: databaseFile, readOnly: true, isSecond: true });
    // Name and arguments were checked together where they came from; here they stay together.
    const answer = reads[name] as (store: Store, args: unknown, wanted: () => boolean) => unknown;
    return { ok: true, value: answer(store, args, () => isWanted(takenBack, call)) };
  } catch (error) {
    return { ok: false, failure: asFailure(error) };
  }
}

port.on('message', (order: ReadingOrder) => {
  if (order.kind === 'close') {
    store?.close();
    port.close();
    return;
  }
  const reply: ReadingReply = { call: order.call, result: read(order) };
  port.postMessage(reply);
});
