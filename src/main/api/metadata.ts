import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import { findMetadataProblem } from '../../shared/service-metadata.ts';

/**
 * Checks metadata against the specification's Limits.
 *
 * @throws FailureError `invalid-input` that names the limit
 */
export function checkMetadata(metadata: JsonObject): void {
  const problem = findMetadataProblem(metadata);
  if (problem !== null) throw fail('invalid-input', `The metadata was not sent: ${problem}.`);
}
