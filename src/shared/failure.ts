export interface FailureInfo {
  readonly about: 'input' | 'keys' | 'service' | 'machine' | 'app';
  /** See `cli/command.ts`. */
  readonly exit: 'failed' | 'wrongUsage' | 'keys' | 'service' | 'incomplete';
  /** What the next automatic sync waits for. */
  readonly waitsFor: 'time' | 'network' | 'person';
  /** Offered next to the message. */
  readonly remedy: 'sync' | 'check-address' | 'replace-keys' | 'restart' | 'none';
  /** Work whose other requests would fail too. */
  readonly ends?: readonly ('sync' | 'main-lists' | 'test-run')[];
  /** Whether repeatable requests are retried. */
  readonly isRetried?: boolean;
  /** Fewer concurrent requests: one less, or half. */
  readonly load?: 'less' | 'half';
  /** See `fieldOf`. */
  readonly field?: 'name';
}

const input = { about: 'input', exit: 'wrongUsage', waitsFor: 'person', remedy: 'none' } as const;
const keys = { about: 'keys', exit: 'keys', waitsFor: 'person', remedy: 'replace-keys' } as const;
const service = { about: 'service', exit: 'service', waitsFor: 'time', remedy: 'sync' } as const;
const machine = { about: 'machine', exit: 'failed', waitsFor: 'time', remedy: 'sync' } as const;
const app = { about: 'app', exit: 'failed', waitsFor: 'time', remedy: 'sync' } as const;

/**
 * Everything that can go wrong, as a closed set of codes. Code throws a `FailureError`; only `asFailure` makes values
 * of errors.
 */
export const failures = {
  'invalid-input': input,
  'unknown-account': input,
  'name-taken': { ...input, waitsFor: 'time', field: 'name' },
  'not-found': { ...service, exit: 'failed', remedy: 'check-address' },
  'nothing-to-do': { ...input, exit: 'failed', waitsFor: 'time' },

  'keys-missing': keys,
  // No retry of refused keys; they may be good for other data.
  'keys-refused': { ...keys, ends: ['main-lists', 'test-run'] },
  'keychain-unavailable': keys,
  // A retry would prompt again.
  'keychain-locked': { ...keys, remedy: 'sync' },
  'passwords-locked': { ...keys, ends: ['sync'] },

  // A wrong address, or no network.
  unreachable: {
    ...service,
    waitsFor: 'network',
    remedy: 'check-address',
    ends: ['sync', 'test-run'],
    isRetried: true,
    load: 'less',
  },
  tls: { ...service, remedy: 'check-address', ends: ['sync', 'test-run'] },
  // A slow service is not asked again at once.
  timeout: { ...service, waitsFor: 'network', ends: ['sync'], load: 'less' },
  redirected: { ...service, remedy: 'check-address' },
  'not-this-service': { ...service, remedy: 'check-address' },
  rejected: { ...service, exit: 'failed' },
  'too-many-requests': { ...service, ends: ['sync'], isRetried: true, load: 'half' },
  'service-fault': { ...service, isRetried: true, load: 'less' },
  'too-large': service,
  'outcome-unknown': { ...service, exit: 'failed' },
  incomplete: { ...service, exit: 'incomplete' },

  busy: machine,
  // A retry would end the same way.
  'database-newer': { ...machine, waitsFor: 'person', remedy: 'none' },
  'database-damaged': { ...machine, waitsFor: 'person', remedy: 'restart' },
  'disk-full': { ...machine, ends: ['sync'] },
  'read-only': { ...machine, ends: ['sync'] },
  'file-failed': machine,

  canceled: { ...app, ends: ['sync', 'test-run'] },
  internal: app,
} as const satisfies Record<string, FailureInfo>;

export type FailureCode = keyof typeof failures;

/** The row of a code, in a common type. */
export const infoOf = (code: FailureCode): FailureInfo => failures[code];

/** Crosses IPC and is shown unchanged. */
export interface Failure {
  readonly code: FailureCode;
  /** What happened, what is unaffected, what to do; never a secret. */
  readonly message: string;
  /** As received (specification, Errors). */
  readonly serviceMessage?: string;
  /** Finds the request in the service's support. */
  readonly requestId?: string;
  readonly status?: number;
  /** See `fieldOf`. */
  readonly field?: string;
}

/** The field of the request that has to be corrected; null: none, or several. */
export const fieldOf = (failure: Failure | null): string | null =>
  failure === null ? null : (failure.field ?? infoOf(failure.code).field ?? null);

/** The service's words and request ID; null: neither. */
export function describeAnswer({ serviceMessage, requestId }: Failure): string | null {
  if (requestId === undefined) return serviceMessage === undefined ? null : `The service says: ${serviceMessage}`;
  const id = `Request ID for its support: ${requestId}`;
  return serviceMessage === undefined ? id : `The service says: ${serviceMessage} (${id})`;
}

/** A failure with the service's words. */
export function describeFailure(failure: Failure): string {
  const answer = describeAnswer(failure);
  return answer === null ? failure.message : `${failure.message} ${answer}`;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** The only error that our code throws deliberately. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** Builds a `FailureError`; only the log has `cause`. */
export function fail(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> & { cause?: unknown } = {},
): FailureError {
  const { cause, ...rest } = more;
  return new FailureError({ code, message, ...rest }, cause === undefined ? undefined : { cause });
}

/**
 * Turns any error into a `Failure`: a full disk and a refused write by name, others as `internal` without their text,
 * which may contain a path or value.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'canceled', message: 'Canceled. Nothing else was changed.' };
  }
  const known = error instanceof Error && 'code' in error ? systemFailure(String(error.code)) : undefined;
  return (
    known ?? {
      code: 'internal',
      message: 'Something went wrong inside Proxydeck. Nothing was deleted. The log has the details.',
    }
  );
}

/** By codes of the system and SQLite that the user can act on. */
function systemFailure(code: string): Failure | undefined {
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) {
    return { code: 'disk-full', message: 'The disk is full. Nothing was deleted. Free some space and try again.' };
  }
  if (/^(EROFS|EACCES|EPERM|SQLITE_(READONLY|CANTOPEN|PERM))/.test(code)) {
    return {
      code: 'read-only',
      message:
        'A file cannot be written. Nothing was deleted. Check the permissions of the data folder and of the folder you named.',
    };
  }
  return undefined;
}

/** Makes the compiler reject a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`);
}

/** Returns a value; failure `not-found` for undefined. */
export function found<T>(value: T | undefined, noun: string): T {
  if (value !== undefined) return value;
  throw fail('not-found', `This ${noun} is no longer cached. Sync, or select another one.`);
}
