import type { Condition, Matcher } from './condition.ts';
import { either, nonsense } from './condition.ts';
import { parseIpv4Block, parseIpv6Block } from './ip-address.ts';
import { fold } from './sql-functions.ts';

/**
 * The text of an IPv4 column; unusual ones are kept as text already. Older copies
 * hold the lower half of the addresses as floating point.
 */
const ipv4Text = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN ${column} ELSE (${column} >> 24) || '.'
    || ((${column} >> 16) & 255) || '.' || ((${column} >> 8) & 255) || '.' || (${column} & 255) END`;

/** `ip`, `ip6`: an address, its beginning, or a CIDR block, of the version that the value has. */
export function matchAddress(key: string, ipv4: string, ipv6: string): Matcher {
  const own = key === 'ip' ? ipv4 : ipv6;
  return {
    any: { sql: `(${own} IS NOT NULL AND ${own} <> '')`, params: [] },
    match(value) {
      if (value.kind !== 'text') throw nonsense(`"${key}" takes an address, not a comparison.`);
      const text = fold(value.text);
      if (text.includes(':')) return matchIpv6(key, ipv6, text);
      if (/^[\d.]+(\/\d+)?$/.test(text) && key === 'ip') return matchIpv4(key, ipv4, text);
      if (/^[\da-f]+$/.test(text) && key === 'ip6') return beginsIpv6(ipv6, text);
      throw noAddress(key, value.text);
    },
  };
}

function matchIpv4(key: string, column: string, text: string): Condition {
  const block = parseIpv4Block(text);
  if (block) return { sql: `${column} BETWEEN ? AND ?`, params: [block.first, block.last] };
  const octets = text.split('.');
  const isBeginning =
    !text.includes('/') &&
    octets.length <= 4 &&
    octets.every((octet, at) =>
      octet === '' ? at > 0 && at === octets.length - 1 : Number(octet) <= 255,
    );
  if (!isBeginning) throw noAddress(key, text);
  if (!text.endsWith('.')) {
    return { sql: `instr(${ipv4Text(column)}, ?) = 1`, params: [text] };
  }
  const whole = octets.slice(0, -1);
  const range = parseIpv4Block(
    `${[...whole, '0', '0', '0'].slice(0, 4).join('.')}/${String(whole.length * 8)}`,
  );
  // Leading zeros, as in "010.": no address is written like that.
  if (!range) throw noAddress(key, text);
  return either([
    { sql: `${column} BETWEEN ? AND ?`, params: [range.first, range.last] },
    { sql: `(${isText(column)} AND instr(${column}, ?) = 1)`, params: [text] },
  ]);
}

function matchIpv6(key: string, column: string, text: string): Condition {
  const block = parseIpv6Block(text);
  if (block && !text.endsWith('::')) {
    return either([
      { sql: `${column} BETWEEN ? AND ?`, params: [block.first, block.last] },
      {
        sql: `(${isText(column)} AND ipv6_bytes(${column}) BETWEEN ? AND ?)`,
        params: [block.first, block.last],
      },
    ]);
  }
  if (text.includes('/') || !/^[\da-f:.]+$/.test(text)) throw noAddress(key, text);
  return beginsIpv6(column, text);
}

const beginsIpv6 = (column: string, text: string): Condition => ({
  sql: `(${isText(column)} OR ${hexPrefilter(column, text)}) AND instr(ipv6_text(${column}), ?) = 1`,
  params: [text],
});

/**
 * Every group of an IPv6 address stands in the hex of its bytes. That is looked
 * at first, because it is many times faster than writing the address.
 */
function hexPrefilter(column: string, text: string): string {
  const groups = text.split(':').filter((group) => /^[\da-f]{1,4}$/.test(group));
  const checks = groups.map((group) => bytesHold(column, group));
  return checks.length === 0 ? `${column} IS NOT NULL` : `(${checks.join(' AND ')})`;
}

/**
 * SQL that is true where the hex of some bytes holds digits, wherever these begin.
 * Bytes are compared before any hex is written, as far as the digits fill them.
 *
 * @param digits in lower case, and nothing but hexadecimal digits
 */
export function bytesHold(column: string, digits: string): string {
  const inHex = `instr(hex(${column}), '${digits.toUpperCase()}') > 0`;
  if (digits.length < 3) return inHex;
  const pairsFrom = (start: number): string =>
    digits.slice(start, start + Math.floor((digits.length - start) / 2) * 2);
  const inBytes = [0, 1].map((start) => `instr(${column}, x'${pairsFrom(start)}') > 0`);
  return `((${inBytes.join(' OR ')}) AND ${inHex})`;
}

/** Only texts: they stand between numbers and bytes, so that an index finds them. */
const isText = (column: string): string => `(${column} >= '' AND ${column} < x'')`;

/** A text in a column that holds a compact form wherever the text has one. */
export const holdsText = (column: string, text: string): Condition => ({
  sql: `(${isText(column)} AND instr(fold(${column}), ?) > 0)`,
  params: [text],
});

/** A text anywhere in an IPv4 address: one of these conditions, each quick by itself. */
export function holdsIpv4(column: string, text: string): readonly Condition[] {
  const isPart = /^\d{0,3}(\.\d{0,3}){0,3}$/.test(text);
  if (!isPart) return [holdsText(column, text)];
  return [{ sql: `instr(${ipv4Text(column)}, ?) > 0`, params: [text] }];
}

/** A text anywhere in an IPv6 address: one of these conditions, each quick by itself. */
export function holdsIpv6(column: string, text: string): readonly Condition[] {
  const asText = holdsText(column, text);
  if (!/^[\da-f:]+$/.test(text)) return [asText];
  return [
    asText,
    {
      sql: `(${hexPrefilter(column, text)} AND instr(ipv6_text(${column}), ?) > 0)`,
      params: [text],
    },
  ];
}

/** `subnet`: the subnet itself, its beginning, or a block that it lies in. */
export function matchSubnet(key: string, columns: readonly string[]): Matcher {
  return {
    any: {
      sql: `(${columns.map((column) => `(${column} IS NOT NULL AND ${column} <> '')`).join(' OR ')})`,
      params: [],
    },
    match(value) {
      if (value.kind !== 'text') throw nonsense(`"${key}" takes a subnet, not a comparison.`);
      const text = fold(value.text);
      const isBlock = parseIpv4Block(text) !== undefined || parseIpv6Block(text) !== undefined;
      if (text.includes('/') && !isBlock) throw noAddress(key, value.text);
      if (!/^[\da-f.:/]+$/.test(text)) throw noAddress(key, value.text);
      const ask = isBlock && text.includes('/') ? isInBlock : beginsText;
      return either(columns.map((column) => ask(column, text)));
    },
  };
}

/** Subnets are digits, points and colons, so SQLite's own lower case is enough, and quicker. */
const beginsText = (column: string, text: string): Condition => ({
  sql: `substr(lower(${column}), 1, ?) = ?`,
  params: [text.length, text],
});

/**
 * What every subnet within a block has in its text is looked at first: the function
 * that compares blocks takes a hundred times as long.
 */
function isInBlock(column: string, text: string): Condition {
  const [address = '', length] = text.split('/');
  const isWithin = { sql: `is_within(${column}, ?) = 1`, params: [text] };
  const hints = address.includes(':')
    ? ipv6Hints(column, text, Number(length))
    : [beginsText(column, wholeOctets(address, Number(length)))];
  return {
    sql: `(${[...hints, isWithin].map(({ sql }) => sql).join(' AND ')})`,
    params: [...hints, isWithin].flatMap(({ params }) => params),
  };
}

const wholeOctets = (address: string, length: number): string =>
  address
    .split('.')
    .slice(0, Math.floor(length / 8))
    .map((octet) => (length >= 32 ? octet : `${octet}.`))
    .join('');

/** Groups that are whole in the block stand in the text, with or without zeros in front. */
function ipv6Hints(column: string, text: string, length: number): Condition[] {
  const first = parseIpv6Block(text)?.first.toString('hex').match(/.{4}/g) ?? [];
  // The last two groups may be written with points.
  const whole = first.slice(0, Math.min(6, Math.floor(length / 16)));
  const digits = whole.map((group) => group.replace(/^0+/, '')).filter((group) => group !== '');
  return [':', ...digits].map((part) => ({
    sql: `instr(lower(${column}), ?) > 0`,
    params: [part],
  }));
}

const noAddress = (key: string, text: string): Error =>
  nonsense(
    `"${key}" takes an address, its beginning or a block such as 203.0.113.0/24, not "${text}".`,
  );
