import { retrieveById } from './http/operation.ts';

/** GET city/retrieve/{city_id} (specification, Reference data and customer). */
export const retrieveCity = retrieveById('city');
/** GET asn/retrieve/{asn_id}. */
export const retrieveAsn = retrieveById('asn');
/** GET country/retrieve/{country_id}. */
export const retrieveCountry = retrieveById('country');
/** GET subdivision/retrieve/{subdivision_id}. */
export const retrieveSubdivision = retrieveById('subdivision');
