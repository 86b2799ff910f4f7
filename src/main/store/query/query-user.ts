import {
  isPartOf,
  matchCode,
  matchDatetime,
  matchFlag,
  matchId,
  within,
  type Condition,
  type Matcher,
} from './condition.ts';

/** What the keys of the proxy users list ask; the row is `r`. */
export const userMatchers: { readonly [key: string]: Matcher } = {
  id: matchCode('id', ['r.proxy_user_id']),
  access: matchCode('access', ['r.proxy_user_access_type']),
  default: matchFlag('default', 'r.proxy_user_is_default'),
  deleted: matchFlag('deleted', 'r.proxy_user_is_deleted'),
  strict: matchFlag('strict', 'r.proxy_user_is_strict_security'),
  https: matchFlag('https', 'r.proxy_user_enforce_https'),
  service: within(
    matchCode('service', ['value']),
    'r.key IN (SELECT row_key FROM proxy_user_service',
  ),
  proxy: within(matchId('value'), 'r.key IN (SELECT row_key FROM proxy_user_proxy'),
  created: matchDatetime('created', 'r.proxy_user_creation_datetime'),
  updated: matchDatetime('updated', 'r.proxy_user_last_update_datetime'),
};

/** A bare word: anywhere in the id. */
export const userWord = (word: string): Condition => isPartOf(['r.proxy_user_id'], word);
