import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FailureError } from '../shared/failure.ts';
import { renameOverSync } from './files.ts';
import type { Log } from './ports.ts';

/** Then a new file begins; one older file stays. */
const maxBytes = 1024 * 1024;

/**
 * Makes a log of mode 0600. Errors have kind, message and stack, failures only their code, so that no text of user or
 * service is in it; `internal` has the stack of its cause.
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
      // The work continues without a log.
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

/** A failure's code, or an error's stack. */
export function describeError(error: unknown): string {
  if (error instanceof FailureError) {
    const { code } = error.failure;
    return code === 'internal' ? `${code}: ${describeError(error.cause)}` : code;
  }
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown';
}
