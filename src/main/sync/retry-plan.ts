import { isMainList, type SyncResource } from '../../shared/sync.ts';
import { assertNever, type Failure, type FailureCode } from '../../shared/failure.ts';

const hourMs = 3_600_000;

/** The longest wait after failures, unless the interval itself is longer. */
const longestBackoffMs = 6 * hourMs;

/**
 * How long after an attempt the next automatic one follows: the interval, and
 * after consecutive failures twice as long each time, up to six hours.
 *
 * @param failures consecutive failures; 0 after a success
 */
export function waitAfterAttemptMs(intervalMs: number, failures: number): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, longestBackoffMs));
}

/** What an automatic sync that failed waits for. */
export type FailureMeans = 'time' | 'network' | 'person';

/** Whether time, a network or only the user can help after a failure. */
export function meaningOf(code: FailureCode): FailureMeans {
  switch (code) {
    case 'unreachable':
    case 'timeout':
      return 'network';
    // Trying again would prompt again, or send keys that were refused again.
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

/** Whether every other request of the run would fail for the same reason. */
export function endsRun(resource: SyncResource, { code }: Failure): boolean {
  return (
    code === 'canceled' ||
    // They may be good for the next kind of data if the main lists accepted them.
    (code === 'keys-refused' && isMainList(resource)) ||
    code === 'unreachable' ||
    code === 'tls' ||
    code === 'timeout' ||
    code === 'too-many-requests' ||
    code === 'disk-full' ||
    code === 'read-only' ||
    code === 'passwords-locked'
  );
}
