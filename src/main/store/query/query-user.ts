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
  id: matchCode(['r.proxy_user_id']),
  access: matchCode(['r.proxy_user_access_type']),
  default: matchFlag('r.proxy_user_is_default'),
  deleted: matchFlag('r.proxy_user_is_deleted'),
  strict: matchFlag('r.proxy_user_is_strict_security'),
  https: matchFlag('r.proxy_user_enforce_https'),
  service: within(matchCode(['value']), 'r.key IN (SELECT row_key FROM proxy_user_service'),
  proxy: within(matchId('value'), 'r.key IN (SELECT row_key FROM proxy_user_proxy'),
  created: matchDatetime('r.proxy_user_creation_datetime'),
  updated: matchDatetime('r.proxy_user_last_update_datetime'),
};

/** A bare word: anywhere in the id. */
export const userWord = (word: string): Condition => isPartOf(['r.proxy_user_id'], word);
