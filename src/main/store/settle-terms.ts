import type { Query, QueryTerm } from '../../shared/query-term.ts';
import { findAddressRanges } from './address-word.ts';
import type { Connection } from './connection.ts';
import { mayBeInNumbers, ownWord } from './query-word.ts';
import { settleTag } from './settle-tag.ts';
import { fold } from './sql-functions.ts';

/** Of so many proxies, fewer than one in `rareShare` have a word that is rare. */
const sampleRows = 1000;
const rareShare = 50;

/**
 * Turns terms of a filter on proxies into others that find the same ones and are
 * quicker, as far as the database at this moment allows: bare words that no proxy
 * has for itself ask for the profile only, those that few have are collected from
 * indexes; pieces of addresses become ranges of an index; users are asked for by the
 * one access rule that they go by; tags that many have are looked for row by row.
 */
export function settleTerms(connection: Connection, where: Query): Query {
  return {
    terms: where.terms.map((term) => {
      if (isSharedWord(connection, term)) return { ...term, key: 'sharedWord' };
      if (term.key === null) return settleWord(connection, term);
      if (term.key === 'tag') return settleTag(connection, term);
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

function settleWord(connection: Connection, term: QueryTerm): QueryTerm {
  const [value, ...others] = term.values;
  if (value?.kind !== 'text' || value.text === '' || others.length > 0) return term;
  // With a point in it, it is in no IPv6 address and no UUID.
  if (/^[\d.]*\.[\d.]*$/.test(value.text)) return settleAddressWord(connection, term, value);
  return isRare(connection, value.text) ? { ...term, key: 'rareWord' } : term;
}

/** Whether so few proxies have a word that the next of them is far: a look at the first tells. */
function isRare(connection: Connection, word: string): boolean {
  const { sql, params } = ownWord(word);
  const found = connection.get(
    `SELECT total(${sql}) FROM (SELECT * FROM proxy ORDER BY key LIMIT ${String(sampleRows)}) r`,
    ...params,
  );
  return Number(found?.[0]) * rareShare < sampleRows;
}

function settleAddressWord(
  connection: Connection,
  term: QueryTerm,
  value: { readonly text: string },
): QueryTerm {
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
