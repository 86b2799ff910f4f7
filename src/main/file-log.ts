import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FailureError } from '../shared/failure.ts';
import { renameOverSync } from './files.ts';
import type { Log } from './ports.ts';

/** Above this size a new log file begins; one older file is kept. */
const maxBytes = 1024 * 1024;

/**
 * A log in a file of mode 0600. A line has a time, an event and plain facts. Only kind, message
 * and stack of an error are written, and only the code of a failure, so that the log does not
 * contain text from the user or the service. An `internal` failure has the stack of its cause.
 */
export function createFileLog(file: string): Log {
  const write = (line: string): void => {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) {
        renameOverSync(file, `${file}.1`);
      }
      appendFileSync(file, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
    } catch {
      // A log that cannot be written must not stop the work that it reports.
    }
  };
  return {
    info(event, facts) {
      const details = Object.entries(facts ?? {}).map(([name, value]) => ` ${name}=${String(value)}`);
      write(event + details.join(''));
    },
    error(event, error) {
      write(`${event}: ${describeError(error)}`);
    },
  };
}

/** The code of a failure, or the stack of an error that is not one: no text from the user or the service. */
export function describeError(error: unknown): string {
  if (error instanceof FailureError) {
    const { code } = error.failure;
    return code === 'internal' ? `${code}: ${describeError(error.cause)}` : code;
  }
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown';
}
