import { retrieveAt } from './http/operation.ts';

/** GET checkout/catalog: product id to product (specification, Checkout). */
export const retrieveCheckoutCatalog = retrieveAt('/checkout/catalog');
