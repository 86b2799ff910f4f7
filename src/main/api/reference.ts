import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { encodePathParameter, retrieveObject } from './http/operation.ts';

type Retrieve = (client: ApiClient, id: string, options?: CallOptions) => Promise<JsonObject>;

const retrieveBelow =
  (noun: string): Retrieve =>
  (client, id, options) =>
    retrieveObject(client, `/${noun}/retrieve/${encodePathParameter(id)}`, options);

/** GET city/retrieve/{city_id} (specification, Reference data and customer). */
export const retrieveCity = retrieveBelow('city');
/** GET asn/retrieve/{asn_id}. */
export const retrieveAsn = retrieveBelow('asn');
/** GET country/retrieve/{country_id}. */
export const retrieveCountry = retrieveBelow('country');
/** GET subdivision/retrieve/{subdivision_id}. */
export const retrieveSubdivision = retrieveBelow('subdivision');
