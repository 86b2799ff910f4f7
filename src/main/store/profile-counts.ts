import type { Query, QueryTerm } from '../../shared/query-term.ts';
import type { SqlValue } from './column-form.ts';
import { asksProfilesOnly, compileQuery } from './compile-query.ts';
import type { Connection } from './connection.ts';
import { databaseState } from './files/database-state.ts';

/** What proxies share, with how many do. */
export interface CountedProfile {
  readonly id: number;
  readonly trait: number;
  readonly place: number;
  readonly network: number;
  readonly service: number;
  readonly count: number;
}

/**
 * How many proxies each profile has: what most filters, facets and suggestions are
 * counted by, without a look at the proxies.
 */
export interface ProfileCounts {
  /** Of all proxies. */
  all(): readonly CountedProfile[];
  /** Of the proxies that a filter finds; a filter on profiles alone reads no proxy. */
  matching(where: Query): readonly CountedProfile[];
  /** Those of the profiles that a filter on profiles alone finds. */
  narrow(counts: readonly CountedProfile[], where: Query): readonly CountedProfile[];
}

/** A row in this many, or more, is dense. */
const denseShare = 20;

/** Whether so many of all rows are meant that finding the next is quicker than looking them up. */
export const isDense = (count: number, total: number): boolean => count * denseShare > total;

/** How many proxies some profiles have together. */
export const sumCounts = (counts: readonly CountedProfile[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/**
 * Puts the terms on profiles into one that names the profiles and says how they are
 * looked for best.
 */
export function settleProfiles(profileCounts: ProfileCounts, where: Query): Query {
  const onProfiles = where.terms.filter(asksProfilesOnly);
  if (onProfiles.length === 0) return where;
  const found = profileCounts.matching({ terms: onProfiles });
  const total = sumCounts(profileCounts.all());
  const text = JSON.stringify(found.map(({ id }) => id));
  const settled: QueryTerm = {
    key: isDense(sumCounts(found), total) ? 'denseProfiles' : 'profiles',
    isNegated: false,
    values: [{ kind: 'text', text }],
    start: 0,
    end: 0,
  };
  return { terms: [settled, ...where.terms.filter((term) => !asksProfilesOnly(term))] };
}

/** Counts the proxies of each profile and remembers it until the database changes. */
export function createProfileCounts(connection: Connection): ProfileCounts {
  let state = '';
  let counted: readonly CountedProfile[] = [];

  const count = (where: string, params: readonly SqlValue[]): CountedProfile[] =>
    connection
      .all(
        // The proxies are walked in the order of their index, and no row of theirs is read.
        `SELECT profile.id, trait_id, place_id, network_id, service_ref_id, n FROM (
           SELECT r.profile_id AS id, count(*) AS n FROM proxy r WHERE ${where} GROUP BY 1
         ) counted JOIN profile ON profile.id = counted.id`,
        ...params,
      )
      .map(([id, trait, place, network, service, n]) => ({
        id: Number(id),
        trait: Number(trait),
        place: Number(place),
        network: Number(network),
        service: Number(service),
        count: Number(n),
      }));

  const all = (): readonly CountedProfile[] => {
    const now = databaseState(connection);
    if (now !== state) {
      counted = count('TRUE', []);
      state = now;
    }
    return counted;
  };

  const narrow: ProfileCounts['narrow'] = (counts, where) => {
    if (where.terms.length === 0) return counts;
    const { sql, params } = compileQuery('proxies', where);
    const rows = connection.all(
      `SELECT r.profile_id FROM (SELECT id AS profile_id FROM profile) r WHERE ${sql}`,
      ...params,
    );
    const kept = new Set(rows.map(([id]) => Number(id)));
    return counts.filter(({ id }) => kept.has(id));
  };

  return {
    all,
    matching(where) {
      const onProfiles = { terms: where.terms.filter(asksProfilesOnly) };
      if (onProfiles.terms.length === where.terms.length) return narrow(all(), onProfiles);
      const { sql, params } = compileQuery('proxies', where);
      return count(sql, params);
    },
    narrow,
  };
}
