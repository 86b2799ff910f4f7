import { retrieveById } from './http/operation.ts';

/** GET service_adjustment/retrieve/{service_adjustment_id} (specification, Service adjustments). */
export const retrieveServiceAdjustment = retrieveById('service_adjustment');
