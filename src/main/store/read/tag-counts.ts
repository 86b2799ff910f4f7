import type { FacetValue, Query } from '../../../shared/filter/query-term.ts';
import type { AnnotatedList } from '../../../shared/tag.ts';
import { annotationTables } from '../schema/annotation-tables.ts';
import { compileQuery } from './query/compile-query.ts';
import type { Connection } from '../sqlite/connection.ts';
import { layouts } from '../schema/layout.ts';

/** The tags of the rows that match a filter, most frequent first. */
export function countTags(connection: Connection, list: AnnotatedList, where: Query): FacetValue[] {
  const { tags, id } = annotationTables[list];
  const { sql, params } = compileQuery(list, where);
  return connection
    .all(
      `SELECT tag.name, n FROM (
         SELECT t.tag_id, count(*) AS n FROM ${tags} t CROSS JOIN ${layouts[list].table} r
           ON r.${id} = t.${id} WHERE ${sql} GROUP BY t.tag_id
       ) JOIN tag ON tag.id = tag_id ORDER BY n DESC, tag.name`,
      ...params,
    )
    .map(([name, count]) => ({ value: String(name), label: String(name), count: Number(count) }));
}
