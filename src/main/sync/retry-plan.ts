import { assertNever, type FailureCode } from '../../shared/failure.ts';

const hourMs = 3_600_000;

/** The longest wait after failures, unless the interval itself is longer. */
const longestBackoffMs = 6 * hourMs;

/**
 * How long after an attempt the next may follow by itself: the interval, and
 * after failures in a row twice as long each time, up to six hours.
 *
 * @param failures failed attempts in a row; 0 after a good one
 */
export function waitAfterAttemptMs(intervalMs: number, failures: number): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, longestBackoffMs));
}

/** What an automatic sync that failed waits for. */
export type FailureMeans = 'time' | 'network' | 'person';

/** Whether time, a network or only the person can help after a failure. */
export function meaningOf(code: FailureCode): FailureMeans {
  switch (code) {
    case 'unreachable':
    case 'timeout':
      return 'network';
    // Asking again would prompt again, or knock again with keys that were refused.
    case 'keys-missing':
    case 'keys-refused':
    case 'keychain-unavailable':
    case 'keychain-locked':
    case 'passwords-locked':
    case 'database-newer':
    case 'invalid-input':
    case 'unknown-account':
      return 'person';
    case 'name-taken':
    case 'not-found':
    case 'nothing-to-do':
    case 'tls':
    case 'redirected':
    case 'not-this-service':
    case 'rejected':
    case 'too-many-requests':
    case 'service-fault':
    case 'too-large':
    case 'outcome-unknown':
    case 'incomplete':
    case 'busy':
    case 'database-damaged':
    case 'disk-full':
    case 'read-only':
    case 'file-failed':
    case 'canceled':
    case 'internal':
      return 'time';
    default:
      return assertNever(code);
  }
}
