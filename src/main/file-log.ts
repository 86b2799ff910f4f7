import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FailureError } from '../shared/failure.ts';
import type { Log } from './ports.ts';

/** A log file over this size starts anew; the one before is kept. */
const maxBytes = 1024 * 1024;

/**
 * A log in a file of mode 0600: a time, an event and plain facts a line. Of an
 * error only its kind, message and stack are written, and of a failure only its
 * code: neither holds what a person or the service sent.
 */
export function createFileLog(file: string): Log {
  const write = (line: string): void => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) {
        renameSync(file, `${file}.1`);
      }
      appendFileSync(file, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
    } catch {
      // A log that can't be written must not stop what it tells of.
    }
  };
  return {
    info(event, facts) {
      const details = Object.entries(facts ?? {}).map(
        ([name, value]) => ` ${name}=${String(value)}`,
      );
      write(event + details.join(''));
    },
    error(event, error) {
      write(`${event}: ${describeError(error)}`);
    },
  };
}

function describeError(error: unknown): string {
  if (error instanceof FailureError) return error.failure.code;
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown';
}
