import { accessibleTo, namedFor, sharedWith } from './access.ts';
import { matchAddress, matchSubnet } from './address-condition.ts';
import { encodeUuid } from './column-form.ts';
import {
  matchCode,
  matchDatetime,
  matchFlag,
  matchName,
  matchNumber,
  type Condition,
  type Matcher,
} from './condition.ts';
import type { QueryValue } from '../../shared/query-term.ts';
import { hasTag, matchNote, matchTag } from './query-annotation.ts';
import { inProfile, ofProfile, services, within } from './query-profile.ts';
import { addressWord, rareWord, sharedWord } from './query-word.ts';
import { fold } from './sql-functions.ts';

const ofTrait = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('trait'));
const ofPlace = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('place'));
const ofNetwork = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('network'));
const ofSubnet = (matcher: Matcher): Matcher =>
  within(matcher, 'r.subnet_id IN (SELECT id FROM subnet');
const ofTests = (matcher: Matcher): Matcher =>
  within(matcher, 'r.proxy_id IN (SELECT proxy_id FROM proxy_test');
/** What the keys of the proxies list ask; the row is `r`. */
export const proxyMatchers: { readonly [key: string]: Matcher } = {
  country: ofPlace(matchCode('country', ['country_id'], ['country_name'])),
  subdivision: ofPlace(matchCode('subdivision', ['subdivision_id'], ['subdivision_name'])),
  city: ofPlace(matchName('city', ['city_name'])),
  timezone: ofPlace(matchName('timezone', ['city_timezone'])),
  network: ofNetwork(matchName('network', ['asn_name'])),
  asn: ofNetwork(matchNumber('asn', 'asn_id')),
  type: ofTrait(matchCode('type', ['proxy_type'])),
  protocol: ofTrait(matchCode('protocol', ['proxy_protocol'])),
  status: ofTrait(matchCode('status', ['proxy_status'])),
  online: ofTrait(matchFlag('online', 'proxy_is_online')),
  service: ofProfile(
    matchName('service', ['s.service_name'], ['service_ref.service_id']),
    services,
  ),
  user: {
    any: { sql: accessibleTo('TRUE'), params: [] },
    match: (value) => ofUser(value, accessibleTo, 3),
  },
  ip: matchAddress('ip', 'r.proxy_ip_address', 'r.proxy_ip_address_v6'),
  ip6: matchAddress('ip6', 'r.proxy_ip_address', 'r.proxy_ip_address_v6'),
  subnet: ofSubnet(matchSubnet('subnet', ['subnet_id', 'subnet_id_v6'])),
  port: matchNumber('port', 'r.proxy_http_port'),
  socks: matchNumber('socks', 'r.proxy_socks5_port'),
  id: {
    any: { sql: 'TRUE', params: [] },
    match(value) {
      const text = value.kind === 'text' ? value.text : '';
      const spellings = [text, text.toLowerCase(), text.toUpperCase()];
      return {
        sql: 'r.proxy_id IN (?, ?, ?, ?)',
        params: [...spellings, encodeUuid(text.toLowerCase())],
      };
    },
  },
  updated: matchDatetime('updated', 'r.proxy_last_update_datetime'),
  tested: ofTests(matchDatetime('tested', 'last_datetime')),
  success: ofTests(matchNumber('success', '(100.0 * success_count / nullif(test_count, 0))')),
  latency: ofTests(matchNumber('latency', '(1.0 * response_sum / nullif(response_count, 0))')),
  tag: matchTag('proxies'),
  note: matchNote('proxies'),
  // What `settleTerms` and `settleProfiles` make of terms; the language has no such keys.
  profiles: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => hasProfile('r.profile_id', value),
    asksProfile: true,
  },
  // The plus keeps the index out: rows are walked in their order until there are enough.
  denseProfiles: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => hasProfile('+r.profile_id', value),
    asksProfile: true,
  },
  sharedWord: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => sharedWord(value.kind === 'text' ? value.text : ''),
    asksProfile: true,
  },
  addressWord: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => addressWord(value.kind === 'text' ? value.text : ''),
  },
  denseTag: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => hasTag('proxies', value.kind === 'text' ? value.text : '[]'),
  },
  rareWord: {
    any: { sql: 'TRUE', params: [] },
    match: (value) => rareWord(value.kind === 'text' ? value.text : ''),
  },
  userOfServices: {
    any: { sql: sharedWith('TRUE'), params: [] },
    match: (value) => ofUser(value, sharedWith, 2),
    asksProfile: true,
  },
  userOfProxies: {
    any: { sql: namedFor('TRUE'), params: [] },
    match: (value) => ofUser(value, namedFor, 1),
  },
};

/** The value is a JSON list of ids. */
function hasProfile(column: string, value: QueryValue): Condition {
  const ids = value.kind === 'text' ? value.text : '[]';
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [ids] };
}

function ofUser(value: QueryValue, access: (whichUser: string) => string, uses: number): Condition {
  const name = value.kind === 'text' ? fold(value.text) : '';
  return { sql: access('fold(u.proxy_user_id) = ?'), params: Array<string>(uses).fill(name) };
}
