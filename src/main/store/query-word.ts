import { bytesHold, holdsIpv4, holdsIpv6, holdsText } from './address-condition.ts';
import type { AddressRange } from './address-word.ts';
import { either, type Condition } from './condition.ts';
import { annotationWord } from './query-annotation.ts';
import { inProfile, services } from './query-profile.ts';
import { fold } from './sql-functions.ts';

const placeFields = [
  'country_id',
  'country_name',
  'subdivision_id',
  'subdivision_name',
  'city_name',
  'city_timezone',
  'city_example_postcode',
];

/** A bare word: anywhere in the addresses, the place, the network, the service's name, the id, tags or note. */
export function proxyWord(word: string): Condition {
  return either([sharedWord(word), ownWord(word)]);
}

/** The part of a bare word that proxies share with others of their profile. */
export function sharedWord(word: string): Condition {
  const text = fold(word);
  const held = (open: string, expressions: readonly string[]): Condition => {
    const inner = either(
      expressions.map((expression) => ({
        sql: `instr(fold(${expression}), ?) > 0`,
        params: [text],
      })),
    );
    return { sql: `${open} WHERE ${inner.sql})`, params: inner.params };
  };
  return either([
    held(inProfile('place'), placeFields),
    held(inProfile('network'), ['asn_name']),
    held(services, ['s.service_name', 'service_ref.service_id']),
  ]);
}

/** The part of a bare word that is a proxy's own: its addresses, its id, its tags and its note. */
export const ownWord = (word: string): Condition => either(ownWordParts('r', word));

/** Conditions on the proxies `table`, each on one column and quick by itself. */
function ownWordParts(table: string, word: string): Condition[] {
  const text = fold(word);
  return [
    ...holdsIpv4(`${table}.proxy_ip_address`, text),
    ...holdsIpv6(`${table}.proxy_ip_address_v6`, text),
    ...holdsId(`${table}.proxy_id`, text),
    ...annotationWord('proxies', table, text),
  ];
}

/**
 * A bare word that few proxies have for themselves: their keys are collected from the
 * indexes, one condition at a time, and no row is read.
 */
export function rareWord(word: string): Condition {
  const parts = ownWordParts('p', word);
  const keys = parts.map(({ sql }) => `SELECT p.key FROM proxy p WHERE ${sql}`);
  return either([
    sharedWord(word),
    {
      sql: `r.key IN (${keys.join(' UNION ALL ')})`,
      params: parts.flatMap(({ params }) => params),
    },
  ]);
}

/**
 * A bare word that is a piece of an IPv4 address, with the ranges of the addresses
 * that hold it.
 *
 * @param settled JSON of the word and its ranges, as `settleTerms` writes it
 */
export function addressWord(settled: string): Condition {
  // Written by settleTerms and by no one else.
  const [word, ranges] = JSON.parse(settled) as [string, readonly AddressRange[]];
  return either([
    sharedWord(word),
    ...['r.proxy_ip_address', 'r.proxy_ip_address_v6', 'r.proxy_id'].map((column) =>
      holdsText(column, word),
    ),
    ...annotationWord('proxies', 'r', word),
    {
      sql: `r.key IN (SELECT p.key FROM json_each(?) b
        CROSS JOIN proxy p ON p.proxy_ip_address BETWEEN b.value ->> 0 AND b.value ->> 1)`,
      params: [JSON.stringify(ranges)],
    },
  ]);
}

/**
 * Whether an address or a UUID can hold a word, so that every proxy must be looked at;
 * for all other words the indexes know the few texts that are neither.
 */
export function mayBeInNumbers(word: string): boolean {
  return /^[\d.]+$|^[\da-f:]+$|^[\da-f-]+$/.test(fold(word));
}

function holdsId(column: string, text: string): readonly Condition[] {
  const asText = holdsText(column, text);
  if (!/^[\da-f-]{1,36}$/.test(text)) return [asText];
  const digits = text.replaceAll('-', '');
  return [
    asText,
    // The digits of a UUID stand in the hex of its bytes; that is quick to look at.
    {
      sql: `(${bytesHold(column, digits)} AND instr(uuid_text(${column}), ?) > 0)`,
      params: [text],
    },
  ];
}
