/** Run as a program of its own: takes a lock, says so, and keeps it until it is ended. */
import { acquireLock } from '../../src/main/lock.ts';

const release = acquireLock(process.argv[2] ?? '');
process.send?.(release ? 'held' : 'refused');
setTimeout(() => release?.(), 30_000);
