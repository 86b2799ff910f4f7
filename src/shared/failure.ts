/** What follows from a failure. */
export interface FailureInfo {
  readonly about: 'input' | 'keys' | 'service' | 'machine' | 'app';
  /** Name of the exit code of the command line (`cli/command.ts`). */
  readonly exit: 'failed' | 'wrongUsage' | 'keys' | 'service' | 'incomplete';
  /** What the next automatic sync waits for: its time, a network, or the user. */
  readonly waitsFor: 'time' | 'network' | 'person';
  /** What the window offers next to the message. */
  readonly remedy: 'sync' | 'check-address' | 'replace-keys' | 'restart' | 'none';
  /** Work whose other requests would fail for the same reason. */
  readonly ends?: readonly ('sync' | 'main-lists' | 'test-run')[];
  /** Whether a request that may be repeated is sent again after a pause. */
  readonly isRetried?: boolean;
  /** Whether the service seems to have too much to do: fewer requests run at once, or half as many. */
  readonly load?: 'less' | 'half';
}

const input = { about: 'input', exit: 'wrongUsage', waitsFor: 'person', remedy: 'none' } as const;
const keys = { about: 'keys', exit: 'keys', waitsFor: 'person', remedy: 'replace-keys' } as const;
const service = { about: 'service', exit: 'service', waitsFor: 'time', remedy: 'sync' } as const;
const machine = { about: 'machine', exit: 'failed', waitsFor: 'time', remedy: 'sync' } as const;
const app = { about: 'app', exit: 'failed', waitsFor: 'time', remedy: 'sync' } as const;

/**
 * Everything that can go wrong, as a closed set of codes, each with everything that follows from
 * it. Code below throws a `FailureError`; only `asFailure` turns an error into a value that can
 * cross IPC or be printed.
 */
export const failures = {
  'invalid-input': input,
  'unknown-account': input,
  'name-taken': { ...input, waitsFor: 'time' },
  'not-found': { ...service, exit: 'failed', remedy: 'check-address' },
  'nothing-to-do': { ...input, exit: 'failed', waitsFor: 'time' },

  'keys-missing': keys,
  // Trying again would send keys that were refused again. They may be good for other data than lists.
  'keys-refused': { ...keys, ends: ['main-lists', 'test-run'] },
  'keychain-unavailable': keys,
  // Trying again would prompt again.
  'keychain-locked': { ...keys, remedy: 'sync' },
  'passwords-locked': { ...keys, ends: ['sync'] },

  // The address may be a wrong one, or the network may be away for a while.
  unreachable: {
    ...service,
    waitsFor: 'network',
    remedy: 'check-address',
    ends: ['sync', 'test-run'],
    isRetried: true,
    load: 'less',
  },
  tls: { ...service, remedy: 'check-address', ends: ['sync', 'test-run'] },
  // A service that is too slow is not asked again at once.
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
  // Trying again would end the same way.
  'database-newer': { ...machine, waitsFor: 'person', remedy: 'none' },
  'database-damaged': { ...machine, waitsFor: 'person', remedy: 'restart' },
  'disk-full': { ...machine, ends: ['sync'] },
  'read-only': { ...machine, ends: ['sync'] },
  'file-failed': machine,

  canceled: { ...app, ends: ['sync', 'test-run'] },
  internal: app,
} as const satisfies Record<string, FailureInfo>;

export type FailureCode = keyof typeof failures;

/** Every code, in the order of the table. The keys of a constant object are its codes. */
export const failureCodes = Object.keys(failures) as FailureCode[];

/** What follows from a failure, in the common form of all rows. */
export const infoOf = (code: FailureCode): FailureInfo => failures[code];

/** One failure, ready to cross IPC and to be shown unchanged. */
export interface Failure {
  readonly code: FailureCode;
  /** What happened, what is unaffected, what to do: plain sentences, never a secret. */
  readonly message: string;
  /** The `message` of the service's error body, as received (specification, Errors). */
  readonly serviceMessage?: string;
  /** The `api_request_id` of the service's error body, by which its support finds the request. */
  readonly requestId?: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
}

/** The service's own words about a failure, and the ID by which its support finds the request; null: neither. */
export function describeAnswer({ serviceMessage, requestId }: Failure): string | null {
  if (requestId === undefined) return serviceMessage === undefined ? null : `The service says: ${serviceMessage}`;
  const id = `Request ID for its support: ${requestId}`;
  return serviceMessage === undefined ? id : `The service says: ${serviceMessage} (${id})`;
}

/** A failure as one text: its message, and what the service said. */
export function describeFailure(failure: Failure): string {
  const answer = describeAnswer(failure);
  return answer === null ? failure.message : `${failure.message} ${answer}`;
}

/** An outcome that can cross IPC: a value or a failure, never an exception. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** The only error that Proxydeck's own code throws deliberately. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** Builds a `FailureError`; `cause` goes to the log and is never shown. */
export function fail(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> & { cause?: unknown } = {},
): FailureError {
  const { cause, ...rest } = more;
  return new FailureError({ code, message, ...rest }, cause === undefined ? undefined : { cause });
}

/**
 * Turns any thrown value into a `Failure`. A full disk and a refused write are called so, wherever they were found; any
 * other error that is not ours becomes `internal` with a general message, because its own text may contain a path or a value.
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

/** The failure of an error of the system or of SQLite that the user can do something about, by its code. */
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

/** Marks a `switch` as exhaustive: the compiler rejects a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`);
}

/** A cached record. Failure `not-found` if there is none. */
export function found<T>(value: T | undefined, noun: string): T {
  if (value !== undefined) return value;
  throw fail('not-found', `This ${noun} is no longer cached. Sync, or select another one.`);
}
