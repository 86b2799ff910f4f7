import type { QueryTerm } from '../../shared/query-term.ts';
import type { Connection } from './connection.ts';
import { hasTag } from './query-annotation.ts';
import { fold } from './sql-functions.ts';

/** Of so many proxies, at least one in `denseShare` has a tag that is dense. */
const sampleRows = 1000;
const denseShare = 50;

/**
 * Turns a term on tags that many proxies have into one that looks at each proxy in its
 * order, until there are enough: to collect all of them first would take longer. A look
 * at the first proxies tells.
 */
export function settleTag(connection: Connection, term: QueryTerm): QueryTerm {
  const names = term.values.map((value) => (value.kind === 'text' ? fold(value.text) : ''));
  // Any tag and none are asked for as they are.
  if (names.includes('') || names.includes('*')) return term;
  const ids = connection
    .all(
      'SELECT id FROM tag WHERE fold(name) IN (SELECT value FROM json_each(?))',
      JSON.stringify(names),
    )
    .map(([id]) => Number(id));
  const text = JSON.stringify(ids);
  const { sql, params } = hasTag('proxies', text);
  const found = connection.get(
    `SELECT total(${sql}) FROM (SELECT * FROM proxy ORDER BY key LIMIT ${String(sampleRows)}) r`,
    ...params,
  );
  if (Number(found?.[0]) * denseShare < sampleRows) return term;
  return { ...term, key: 'denseTag', values: [{ kind: 'text', text }] };
}
