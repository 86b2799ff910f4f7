import { assertNever, type Failure, type FailureCode } from '../../shared/failure.ts';
import { formatCell } from './output.ts';

/** Exit codes of the command line; scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  keys: 3,
  service: 4,
  incomplete: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a failure. */
export function exitCodeOf(code: FailureCode): ExitCode {
  switch (code) {
    case 'invalid-input':
    case 'unknown-account':
    case 'name-taken':
      return exitCodes.wrongUsage;
    case 'keys-missing':
    case 'keys-refused':
    case 'keychain-unavailable':
    case 'keychain-locked':
    case 'passwords-locked':
      return exitCodes.keys;
    case 'unreachable':
    case 'tls':
    case 'timeout':
    case 'redirected':
    case 'not-this-service':
    case 'too-many-requests':
    case 'service-fault':
    case 'too-large':
      return exitCodes.service;
    case 'incomplete':
      return exitCodes.incomplete;
    case 'rejected':
    case 'outcome-unknown':
    case 'not-found':
    case 'nothing-to-do':
    case 'busy':
    case 'database-newer':
    case 'database-damaged':
    case 'disk-full':
    case 'read-only':
    case 'file-failed':
    case 'canceled':
    case 'internal':
      return exitCodes.failed;
    default:
      return assertNever(code);
  }
}

/** A failure as text for a terminal, with the service's own message (specification, Errors). */
export function describeFailure({ message, serviceMessage }: Failure): string {
  return serviceMessage === undefined
    ? message
    : `${message} The service says: "${formatCell(serviceMessage)}"`;
}
