import type { Failure } from '../../shared/failure.ts';
import { formatCell } from './output.ts';

/** A failure as sentences for a terminal, with what the service said of it (specification, Errors). */
export function describeFailure({ message, serviceMessage }: Failure): string {
  return serviceMessage === undefined
    ? message
    : `${message} The service says: "${formatCell(serviceMessage)}"`;
}
