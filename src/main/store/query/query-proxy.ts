import { proxyWordFields } from '../../../shared/records/proxy.ts';
import type { QueryValue } from '../../../shared/filter/query-term.ts';
import { accessibleTo } from './access.ts';
import { matchAddress, matchSubnet } from './address-condition.ts';
import {
  either,
  matchCode,
  matchDatetime,
  matchFlag,
  matchId,
  matchName,
  matchNumber,
  textOf,
  within,
  type Condition,
  type Matcher,
} from './condition.ts';
import { annotationWord, matchNote, matchTag } from './query-annotation.ts';
import { fold } from './sql-functions.ts';

/** Proxies of the services `s` that a condition finds; there are few services. */
const ofService = ({ sql, params }: Condition): Condition => ({
  sql: `r.service_id IN (SELECT s.service_id FROM service s WHERE ${sql})`,
  params,
});

const ofTests = (matcher: Matcher): Matcher =>
  within(matcher, 'r.proxy_id IN (SELECT proxy_id FROM proxy_test');

/** The keys of the proxies list; the row is `r`. */
export const proxyMatchers: { readonly [key: string]: Matcher } = {
  country: matchCode(['r.country_id'], ['r.country_name']),
  subdivision: matchCode(['r.subdivision_id'], ['r.subdivision_name']),
  city: matchName(['r.city_name']),
  timezone: matchName(['r.city_timezone']),
  network: matchName(['r.asn_name']),
  asn: matchNumber('r.asn_id'),
  type: matchCode(['r.proxy_type']),
  protocol: matchCode(['r.proxy_protocol']),
  status: matchCode(['r.proxy_status']),
  online: matchFlag('r.proxy_is_online'),
  service: matchService(),
  user: {
    any: { sql: accessibleTo('TRUE'), params: [] },
    match(value) {
      const name = fold(textOf(value));
      return { sql: accessibleTo('fold(u.proxy_user_id) = ?'), params: [name, name, name] };
    },
  },
  ip: matchAddress('ip'),
  ip6: matchAddress('ip6'),
  subnet: matchSubnet(['r.subnet_id', 'r.subnet_id_v6']),
  port: matchNumber('r.proxy_http_port'),
  socks: matchNumber('r.proxy_socks5_port'),
  id: matchId('r.proxy_id'),
  updated: matchDatetime('r.proxy_last_update_datetime'),
  tested: ofTests(matchDatetime('last_datetime')),
  failed: ofTests(matchDatetime('last_failed_at')),
  success: ofTests(matchNumber('(100.0 * success_count / nullif(test_count, 0))')),
  latency: ofTests(matchNumber('last_response_time')),
  tag: matchTag('proxies'),
  note: matchNote('proxies'),
};

/** A bare word: anywhere in `search` and the codes, in the name of the service, in tags or the note. */
export function proxyWord(word: string): Condition {
  const text = fold(word);
  return either([
    ...['search', ...proxyWordFields.codes].map((column) => ({
      sql: `instr(r.${column}, ?) > 0`,
      params: [text],
    })),
    ofService({ sql: 'instr(fold(s.service_name), ?) > 0', params: [text] }),
    ...annotationWord('proxies', word),
  ]);
}

/** The service by its ID or by its name. */
function matchService(): Matcher {
  const byId = matchCode(['r.service_id']);
  const byName = matchName(['s.service_name']);
  return {
    any: either([byId.any, ofService(byName.any)]),
    match: (value: QueryValue) => either([byId.match(value), ofService(byName.match(value))]),
  };
}
