import { parseEndpoint, parseIpv4Block, parseIpv6Block, type AddressBlock } from '../../../../shared/ip-address.ts';
import { toBlob } from '../../schema/column-form.ts';
import { anyOf, behindAll, either, textOf, type Condition, type Matcher } from './condition.ts';
import { fold } from '../../sqlite/sql-functions.ts';

/** `ip`, `ip6`: an address, its beginning or a CIDR block. */
export function matchAddress(key: 'ip' | 'ip6'): Matcher {
  const own = key === 'ip' ? 'r.proxy_ip_address' : 'r.proxy_ip_address_v6';
  return {
    any: anyOf([own]),
    match(value) {
      const text = fold(textOf(value));
      const endpoint = key === 'ip' ? parseEndpoint(text) : undefined;
      if (endpoint) return matchEndpoint(endpoint);
      return key === 'ip' && !text.includes(':') ? matchIpv4(text) : matchIpv6(text);
    },
  };
}

function matchEndpoint({ address, port }: { readonly address: string; readonly port: number }): Condition {
  const { sql, params } = address.includes(':') ? matchIpv6(address) : matchIpv4(address);
  return { sql: `(${sql} AND ? IN (r.proxy_http_port, r.proxy_socks5_port))`, params: [...params, port] };
}

function matchIpv4(text: string): Condition {
  const isIn = ({ first, last }: AddressBlock<number>): Condition => ({
    sql: 'r.ipv4 BETWEEN ? AND ?',
    params: [first, last],
  });
  const block = parseIpv4Block(text);
  if (block) return isIn(block);
  const begins = { sql: 'instr(r.proxy_ip_address, ?) = 1', params: [text] };
  const octets = text.split('.').slice(0, -1);
  const padded = [...octets, '0', '0', '0'].slice(0, 4).join('.');
  const range = parseIpv4Block(`${padded}/${String(octets.length * 8)}`);
  if (!text.endsWith('.') || !range) return begins;
  return either([
    isIn(range),
    // Invalid addresses have no number.
    { sql: `(r.ipv4 IS NULL AND ${begins.sql})`, params: begins.params },
  ]);
}

function matchIpv6(text: string): Condition {
  const block = text.endsWith('::') ? undefined : parseIpv6Block(text);
  if (!block) return beginsIpv6(text);
  return {
    sql: 'r.ipv6 BETWEEN ? AND ?',
    params: [toBlob(block.first), toBlob(block.last)],
  };
}

const beginsIpv6 = (text: string): Condition => ({
  sql: 'instr(lower(r.proxy_ip_address_v6), ?) = 1',
  params: [text],
});

/** `subnet`: the subnet, its beginning, or a block around it. */
export function matchSubnet(columns: readonly string[]): Matcher {
  return {
    any: anyOf(columns),
    match(value) {
      const text = fold(textOf(value));
      const compare = text.includes('/') ? isInBlock : beginsText;
      return either(columns.map((column) => compare(column, text)));
    },
  };
}

/** Folding only for letters: it is slower. */
const beginsText = (column: string, text: string): Condition =>
  /[a-f]/.test(text)
    ? { sql: `substr(lower(${column}), 1, ?) = ?`, params: [text.length, text] }
    : { sql: `${column} BETWEEN ? AND ?`, params: [text, text + behindAll] };

/** Compares text first: `is_within` takes a hundred times as long. */
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

/** The groups that a block fixes, with or without leading zeros. */
function ipv6Hints(column: string, text: string, length: number): Condition[] {
  const { first = new Uint8Array() } = parseIpv6Block(text) ?? {};
  const groups = toBlob(first).toString('hex').match(/.{4}/g) ?? [];
  // The last two groups may be an IPv4 address.
  const whole = groups.slice(0, Math.min(6, Math.floor(length / 16)));
  const digits = whole.map((group) => group.replace(/^0+/, '')).filter((group) => group !== '');
  return [':', ...digits].map((part) => ({
    sql: `instr(lower(${column}), ?) > 0`,
    params: [part],
  }));
}
