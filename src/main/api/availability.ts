import { availabilityGroups } from '../../shared/records/availability.ts';
import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { retrieveObject } from './http/operation.ts';

/**
 * GET residential_availability/search. Of its filters only `group_by` has a name
 * that the specification shows.
 *
 * @returns `{ residential_options, total_residential_availability_node_count }`
 * @throws FailureError `invalid-input` for an unknown group
 */
export function searchResidentialAvailability(
  client: ApiClient,
  options: CallOptions & { readonly groupBy?: readonly string[] } = {},
): Promise<JsonObject> {
  const { groupBy = [], ...call } = options;
  const unknown = groupBy.find((group) => !availabilityGroups.some((known) => known === group));
  if (unknown !== undefined) {
    throw fail(
      'invalid-input',
      `Availability can't be grouped by "${unknown}": ${availabilityGroups.join(', ')}.`,
    );
  }
  const query = groupBy.length === 0 ? {} : { query: { group_by: groupBy.join(',') } };
  return retrieveObject(client, '/residential_availability/search', { ...call, ...query });
}
