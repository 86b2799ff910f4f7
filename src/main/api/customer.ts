import { retrieveAt } from './http/operation.ts';

/** GET customer/retrieve: the profile of the account that the keys open. */
export const retrieveCustomer = retrieveAt('/customer/retrieve');
