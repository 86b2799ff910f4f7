import { retrieveById } from './http/operation.ts';
import { searchFor } from './pages.ts';

/** GET proxy_user/search (specification, Proxy users). */
export const searchProxyUsers = searchFor('proxy_user');

/** GET proxy_user/retrieve/{proxy_user_id}. */
export const retrieveProxyUser = retrieveById('proxy_user');
