import { assertNever, type FailureCode } from '../../shared/failure.ts';

/** What the window offers next to the message of a failed sync. */
export type Remedy = 'sync' | 'check-address' | 'replace-keys' | 'none';

/** The remedy for each way in which a sync can fail. */
export function remedyFor(code: FailureCode): Remedy {
  switch (code) {
    case 'keys-missing':
    case 'keys-refused':
    case 'keychain-unavailable':
    case 'passwords-locked':
      return 'replace-keys';
    // The address may be a wrong one, or the network may be away for a while.
    case 'unreachable':
    case 'tls':
    case 'redirected':
    case 'not-this-service':
    case 'not-found':
      return 'check-address';
    case 'keychain-locked':
    case 'timeout':
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
      return 'sync';
    // Trying again would end the same way.
    case 'database-newer':
    case 'invalid-input':
    case 'unknown-account':
    case 'name-taken':
    case 'nothing-to-do':
      return 'none';
    default:
      return assertNever(code);
  }
}
