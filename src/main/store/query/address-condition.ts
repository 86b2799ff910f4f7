import { parseIpv4Block, parseIpv6Block } from '../../../shared/ip-address.ts';
import { toBlob } from '../records/column-form.ts';
import { either, nonsense, type Condition, type Matcher } from './condition.ts';
import { fold } from './sql-functions.ts';

/** `ip`, `ip6`: an address, its beginning, or a CIDR block, of the version that the value has. */
export function matchAddress(key: 'ip' | 'ip6'): Matcher {
  const own = key === 'ip' ? 'r.proxy_ip_address' : 'r.proxy_ip_address_v6';
  return {
    any: { sql: `(${own} IS NOT NULL AND ${own} <> '')`, params: [] },
    match(value) {
      if (value.kind !== 'text') throw nonsense(`"${key}" takes an address, not a comparison.`);
      const text = fold(value.text);
      if (text.includes(':')) return matchIpv6(key, text);
      if (/^[\d.]+(\/\d+)?$/.test(text) && key === 'ip') return matchIpv4(key, text);
      if (/^[\da-f]+$/.test(text) && key === 'ip6') return beginsIpv6(text);
      throw noAddress(key, value.text);
    },
  };
}

function matchIpv4(key: string, text: string): Condition {
  const block = parseIpv4Block(text);
  if (block) return { sql: 'r.ipv4 BETWEEN ? AND ?', params: [block.first, block.last] };
  const octets = text.split('.');
  const isBeginning =
    !text.includes('/') &&
    octets.length <= 4 &&
    octets.every((octet, at) =>
      octet === '' ? at > 0 && at === octets.length - 1 : Number(octet) <= 255,
    );
  if (!isBeginning) throw noAddress(key, text);
  const begins = { sql: 'instr(r.proxy_ip_address, ?) = 1', params: [text] };
  if (!text.endsWith('.')) return begins;
  const whole = octets.slice(0, -1);
  const range = parseIpv4Block(
    `${[...whole, '0', '0', '0'].slice(0, 4).join('.')}/${String(whole.length * 8)}`,
  );
  // Leading zeros, as in "010.": no address is written like that.
  if (!range) throw noAddress(key, text);
  return either([
    { sql: 'r.ipv4 BETWEEN ? AND ?', params: [range.first, range.last] },
    // Texts that are not addresses have no number.
    { sql: `(r.ipv4 IS NULL AND ${begins.sql})`, params: begins.params },
  ]);
}

function matchIpv6(key: string, text: string): Condition {
  const block = parseIpv6Block(text);
  if (block && !text.endsWith('::')) {
    return { sql: 'r.ipv6 BETWEEN ? AND ?', params: [toBlob(block.first), toBlob(block.last)] };
  }
  if (text.includes('/') || !/^[\da-f:.]+$/.test(text)) throw noAddress(key, text);
  return beginsIpv6(text);
}

const beginsIpv6 = (text: string): Condition => ({
  sql: 'instr(lower(r.proxy_ip_address_v6), ?) = 1',
  params: [text],
});

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

/** Sorts behind everything that begins with the text before it. */
const behindAll = '\u{10ffff}';

/** Without letters the column is compared as it is, which is faster. */
const beginsText = (column: string, text: string): Condition =>
  /[a-f]/.test(text)
    ? { sql: `substr(lower(${column}), 1, ?) = ?`, params: [text.length, text] }
    : { sql: `${column} BETWEEN ? AND ?`, params: [text, text + behindAll] };

/**
 * The text that every subnet within a block contains is compared first: the function
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

/** The text contains the groups that the block fixes, with or without leading zeros. */
function ipv6Hints(column: string, text: string, length: number): Condition[] {
  const { first = new Uint8Array() } = parseIpv6Block(text) ?? {};
  const groups = toBlob(first).toString('hex').match(/.{4}/g) ?? [];
  // The last two groups may be written with points.
  const whole = groups.slice(0, Math.min(6, Math.floor(length / 16)));
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
