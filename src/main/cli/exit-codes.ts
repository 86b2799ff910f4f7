import { failures, type Failure, type FailureCode } from '../../shared/failure.ts';
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
export const exitCodeOf = (code: FailureCode): ExitCode => exitCodes[failures[code].exit];

/** A failure as text for a terminal, with the service's own message (specification, Errors). */
export function describeFailure({ message, serviceMessage }: Failure): string {
  return serviceMessage === undefined
    ? message
    : `${message} The service says: "${formatCell(serviceMessage)}"`;
}
