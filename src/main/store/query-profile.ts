import type { Matcher } from './condition.ts';

/** Proxies by what their profile has in one of its tables; the condition and `)` follow. */
export const inProfile = (table: string): string =>
  `r.profile_id IN (SELECT profile.id FROM ${table} JOIN profile ON profile.${table}_id = ${table}.id`;

/** The same with the services that are known by their id. */
export const services = `${inProfile('service_ref')} LEFT JOIN service s ON s.service_id = service_ref.service_id`;

/** A key that asks about a row of another table, found by `open`. */
export const within = (matcher: Matcher, open: string): Matcher => ({
  ...matcher,
  scope: { open: `${open} WHERE `, close: ')' },
});

/** A key that asks for nothing but the profile. */
export const ofProfile = (matcher: Matcher, open: string): Matcher => ({
  ...within(matcher, open),
  asksProfile: true,
});
