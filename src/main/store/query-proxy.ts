import { accessibleTo } from './access.ts';
import { addressHolds, matchAddress, matchSubnet } from './address-condition.ts';
import { encodeUuid } from './column-form.ts';
import {
  either,
  matchCode,
  matchDatetime,
  matchFlag,
  matchName,
  matchNumber,
  type Condition,
  type Matcher,
} from './condition.ts';
import { fold } from './sql-functions.ts';

const within = (matcher: Matcher, open: string): Matcher => ({
  ...matcher,
  scope: { open: `${open} WHERE `, close: ')' },
});
/** Proxies by what their profile has in one of its tables. */
const inProfile = (table: string): string =>
  `r.profile_id IN (SELECT profile.id FROM ${table} JOIN profile ON profile.${table}_id = ${table}.id`;
const ofProfile = (matcher: Matcher, open: string): Matcher => ({
  ...within(matcher, open),
  asksProfile: true,
});
const ofTrait = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('trait'));
const ofPlace = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('place'));
const ofNetwork = (matcher: Matcher): Matcher => ofProfile(matcher, inProfile('network'));
const ofSubnet = (matcher: Matcher): Matcher =>
  within(matcher, 'r.subnet_id IN (SELECT id FROM subnet');
const ofTests = (matcher: Matcher): Matcher =>
  within(matcher, 'r.proxy_id IN (SELECT proxy_id FROM proxy_test');
const services = `${inProfile('service_ref')} LEFT JOIN service s ON s.service_id = service_ref.service_id`;

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
    match(value) {
      const name = value.kind === 'text' ? fold(value.text) : '';
      return { sql: accessibleTo('fold(u.proxy_user_id) = ?'), params: [name, name, name] };
    },
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
};

/** A bare word: anywhere in the addresses, the place, the network, the service's name or the id. */
export function proxyWord(word: string): Condition {
  const text = fold(word);
  const held = (expressions: readonly string[]): Condition =>
    either(
      expressions.map((expression) => ({
        sql: `instr(fold(${expression}), ?) > 0`,
        params: [text],
      })),
    );
  const inside = (open: string, inner: Condition): Condition => ({
    sql: `${open} WHERE ${inner.sql})`,
    params: inner.params,
  });
  return either([
    inside(
      inProfile('place'),
      held([
        'country_id',
        'country_name',
        'subdivision_id',
        'subdivision_name',
        'city_name',
        'city_timezone',
        'city_example_postcode',
      ]),
    ),
    inside(inProfile('network'), held(['asn_name'])),
    inside(services, held(['s.service_name', 'service_ref.service_id'])),
    ...addressHolds('r.proxy_ip_address', 'r.proxy_ip_address_v6', text),
    idHolds(text),
  ]);
}

function idHolds(text: string): Condition {
  const asText = "(typeof(r.proxy_id) = 'text' AND instr(fold(r.proxy_id), ?) > 0)";
  if (!/^[\da-f-]{1,36}$/.test(text)) return { sql: asText, params: [text] };
  // The digits of a UUID stand in the hex of its bytes; that is quick to look at.
  const digits = text.replaceAll('-', '').toUpperCase();
  return {
    sql: `(${asText} OR (instr(hex(r.proxy_id), ?) > 0 AND instr(uuid_text(r.proxy_id), ?) > 0))`,
    params: [text, digits, text],
  };
}
