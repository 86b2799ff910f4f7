import type { Query, QueryTerm } from '../../shared/query-term.ts';
import { findAddressRanges } from './address-word.ts';
import type { Connection } from './connection.ts';
import { mayBeInNumbers, ownWord } from './query-word.ts';
import { fold } from './sql-functions.ts';

/**
 * Turns terms of a filter on proxies into others that find the same ones and are
 * quicker, as far as the database at this moment allows: bare words that no proxy
 * has for itself ask for the profile only; pieces of addresses become ranges of an
 * index; users are asked for by the one access rule that they go by.
 */
export function settleTerms(connection: Connection, where: Query): Query {
  return {
    terms: where.terms.map((term) => {
      if (isSharedWord(connection, term)) return { ...term, key: 'sharedWord' };
      if (term.key === null) return settleAddressWord(connection, term);
      return term.key === 'user' ? settleUser(connection, term) : term;
    }),
  };
}

function isSharedWord(connection: Connection, { key, values }: QueryTerm): boolean {
  return (
    key === null &&
    values.every((value) => {
      if (value.kind !== 'text' || value.text === '' || mayBeInNumbers(value.text)) return false;
      const { sql, params } = ownWord(value.text);
      return connection.get(`SELECT 1 FROM proxy r WHERE ${sql} LIMIT 1`, ...params) === undefined;
    })
  );
}

/** A piece of an IPv4 address with a point in it is in no IPv6 address and no UUID. */
function settleAddressWord(connection: Connection, term: QueryTerm): QueryTerm {
  const [value, ...others] = term.values;
  if (value?.kind !== 'text' || others.length > 0 || !/^[\d.]*\.[\d.]*$/.test(value.text))
    return term;
  const ranges = findAddressRanges(connection, value.text);
  if (ranges === undefined) return term;
  const text = JSON.stringify([value.text, ranges]);
  return { ...term, key: 'addressWord', values: [{ kind: 'text', text }] };
}

function settleUser(connection: Connection, term: QueryTerm): QueryTerm {
  const names = term.values.map((value) => (value.kind === 'text' ? fold(value.text) : ''));
  // Any user and none are asked for by all rules at once.
  if (names.includes('') || names.includes('*')) return term;
  const isNamed = `SELECT 1 FROM proxy_user
    WHERE proxy_user_access_type %s 'proxy_restricted'
      AND fold(proxy_user_id) IN (SELECT value FROM json_each(?)) LIMIT 1`;
  const has = (operator: '=' | '<>'): boolean =>
    connection.get(isNamed.replace('%s', operator), JSON.stringify(names)) !== undefined;
  if (!has('=')) return { ...term, key: 'userOfServices' };
  return has('<>') ? term : { ...term, key: 'userOfProxies' };
}
