import { assertNever, type FailureCode } from '../../shared/failure.ts';

/** What may be done about a failed sync, beside reading its message. */
export type Remedy = 'sync' | 'replace-keys' | 'none';

export interface Advice {
  /** What happened, in a few words. */
  readonly title: string;
  readonly remedy: Remedy;
}

const advice = (title: string, remedy: Remedy): Advice => ({ title, remedy });

/** Heading and remedy for each way in which a sync can fail. */
export function adviceFor(code: FailureCode): Advice {
  switch (code) {
    case 'unreachable':
      return advice('The service could not be reached', 'sync');
    case 'timeout':
      return advice('The service took too long', 'sync');
    case 'tls':
      return advice('The connection is not trustworthy', 'sync');
    case 'redirected':
    case 'not-this-service':
      return advice('Something else answered in the place of the service', 'sync');
    case 'rejected':
      return advice('The service rejected the request', 'sync');
    case 'too-many-requests':
      return advice('The service asks for a pause', 'sync');
    case 'service-fault':
      return advice('The service failed', 'sync');
    case 'too-large':
      return advice('An answer was too large', 'sync');
    case 'outcome-unknown':
      return advice('Nobody knows how it ended', 'sync');
    case 'incomplete':
      return advice('The last sync stayed incomplete', 'sync');
    case 'cancelled':
      return advice('The last sync was cancelled', 'sync');
    case 'busy':
      return advice('Another sync is under way', 'sync');
    case 'keys-missing':
      return advice('There are no keys for this account', 'replace-keys');
    case 'keys-refused':
      return advice('The service refused the keys', 'replace-keys');
    case 'passwords-locked':
      return advice('The kept passwords are locked', 'replace-keys');
    case 'keychain-unavailable':
      return advice('There is no keychain to read the keys from', 'replace-keys');
    case 'keychain-locked':
      return advice('The keychain is locked', 'sync');
    case 'disk-full':
      return advice('The disk is full', 'sync');
    case 'read-only':
    case 'file-failed':
      return advice('The offline copy could not be written', 'sync');
    case 'database-newer':
      return advice('A newer Proxydeck wrote this offline copy', 'none');
    case 'database-damaged':
      return advice('The offline copy is damaged', 'sync');
    case 'invalid-input':
    case 'unknown-account':
    case 'name-taken':
    case 'not-found':
    case 'nothing-to-do':
    case 'internal':
      return advice('The last sync failed', 'sync');
    default:
      return assertNever(code);
  }
}
