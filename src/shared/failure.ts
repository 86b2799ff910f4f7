/**
 * Everything that can go wrong, as a closed set of codes. Code below throws a
 * `FailureError`; only `asFailure` turns an error into a value that can cross IPC
 * or be printed.
 */
export const failureCodes = [
  // the user's input
  'invalid-input',
  'unknown-account',
  'name-taken',
  'not-found',
  'nothing-to-do',
  // keys
  'keys-missing',
  'keys-refused',
  'keychain-unavailable',
  'keychain-locked',
  'passwords-locked',
  // the service and the network
  'unreachable',
  'tls',
  'timeout',
  'redirected',
  'not-this-service',
  'rejected',
  'too-many-requests',
  'service-fault',
  'too-large',
  'outcome-unknown',
  'incomplete',
  // this machine
  'busy',
  'database-newer',
  'database-damaged',
  'disk-full',
  'read-only',
  'file-failed',
  // neither
  'canceled',
  'internal',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One failure, ready to cross IPC and to be shown unchanged. */
export interface Failure {
  readonly code: FailureCode;
  /** What happened, what is unaffected, what to do: plain sentences, never a secret. */
  readonly message: string;
  /** The `message` of the service's error body, as received (specification, Errors). */
  readonly serviceMessage?: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
}

/** An outcome that can cross IPC: a value or a failure, never an exception. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

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
 * Turns any thrown value into a `Failure`. An error that is not ours becomes
 * `internal` with a general message, because its own text may contain a path or a value.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'canceled', message: 'Canceled. Nothing else was changed.' };
  }
  return {
    code: 'internal',
    message: 'Something went wrong inside Proxydeck. Nothing was deleted. The log has the details.',
  };
}

/** Marks a `switch` as exhaustive: the compiler rejects a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${String(value)}`);
}
