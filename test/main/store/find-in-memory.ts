import type { JsonObject, JsonValue } from '../../../src/shared/json.ts';
import type { Query, QueryTerm, QueryValue } from '../../../src/shared/filter/query-term.ts';

/** What a filter is answered from, all of it in memory. */
export interface Account {
  readonly proxies: readonly JsonObject[];
  readonly services: readonly JsonObject[];
  readonly users: readonly JsonObject[];
  /** The user's records, by the ID of the row. */
  readonly annotations: ReadonlyMap<
    string,
    { readonly tags: readonly string[]; readonly note: string }
  >;
}

type Test = (value: QueryValue, proxy: JsonObject, account: Account) => boolean;
interface Key {
  readonly test: Test;
  readonly has: (proxy: JsonObject, account: Account) => boolean;
}

const text = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value.toLowerCase() : '';
const list = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];
const typed = (value: QueryValue): string =>
  value.kind === 'text' ? value.text.toLowerCase() : '';
const isExact = (value: QueryValue): boolean => value.kind === 'text' && value.isExact === true;

const code = (field: string, name?: string): Key => ({
  has: (proxy) => text(proxy[field]) !== '',
  test(value, proxy) {
    if (text(proxy[field]) === typed(value)) return true;
    if (name === undefined) return false;
    if (isExact(value)) return text(proxy[name]) === typed(value);
    return typed(value).length >= 3 && ` ${text(proxy[name])}`.includes(` ${typed(value)}`);
  },
});
const holds = (name: string, value: QueryValue): boolean =>
  isExact(value) ? name === typed(value) : name.includes(typed(value));
const name = (field: string): Key => ({
  has: (proxy) => text(proxy[field]) !== '',
  test: (value, proxy) => text(proxy[field]) !== '' && holds(text(proxy[field]), value),
});
const number = (field: string): Key => ({
  has: (proxy) => typeof proxy[field] === 'number',
  test(value, proxy) {
    const own = proxy[field];
    return (
      typeof own === 'number' &&
      compare(value, (bound) => own - Number(bound), own === Number(typed(value)))
    );
  },
});
/** A date means everything that begins with it. */
const datetime = (field: string): Key => ({
  has: (proxy) => text(proxy[field]) !== '',
  test(value, proxy) {
    const own = text(proxy[field]).replace(' ', 't');
    const against = (bound: string): number => {
      const wanted = bound.toLowerCase().replace(' ', 't');
      return own.startsWith(wanted) ? 0 : own < wanted ? -1 : 1;
    };
    return own !== '' && compare(value, against, own.startsWith(typed(value).replace(' ', 't')));
  },
});
function compare(value: QueryValue, against: (bound: string) => number, isSame: boolean): boolean {
  switch (value.kind) {
    case 'text':
      return isSame;
    case 'above':
      return against(value.bound) > 0 || (value.isInclusive && against(value.bound) === 0);
    case 'below':
      return against(value.bound) < 0 || (value.isInclusive && against(value.bound) === 0);
    case 'range':
      return against(value.from) >= 0 && against(value.to) <= 0;
  }
}

/** An address as bits; undefined for anything else. */
function bitsOf(address: string): string | undefined {
  const octets = address.split('.');
  if (!address.includes(':')) {
    if (octets.length !== 4 || octets.includes('')) return undefined;
    return octets.map((octet) => Number(octet).toString(2).padStart(8, '0')).join('');
  }
  const [head = '', tail] = address.split('::');
  const groups = (half: string): string[] => (half === '' ? [] : half.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = 8 - first.length - last.length;
  if (tail === undefined ? zeros !== 0 : zeros < 1) return undefined;
  return [...first, ...Array<string>(zeros).fill('0'), ...last]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}
function isWithin(address: string, block: string): boolean {
  const [base = '', length] = block.split('/');
  const [own, other] = [bitsOf(address.split('/')[0] ?? ''), bitsOf(base)];
  if (own === undefined || own.length !== other?.length) return false;
  const bits = length === undefined ? other.length : Number(length);
  const ownLength = address.includes('/') ? Number(address.split('/')[1]) : own.length;
  return ownLength >= bits && own.slice(0, bits) === other.slice(0, bits);
}
const address = (own: string): Key => ({
  has: (proxy) => text(proxy[own]) !== '',
  test(value, proxy) {
    const wanted = typed(value);
    const field =
      wanted.includes(':') || own === 'proxy_ip_address_v6'
        ? 'proxy_ip_address_v6'
        : 'proxy_ip_address';
    const mine = text(proxy[field]);
    if (mine === '') return false;
    const isBeginning =
      !wanted.includes('/') && (wanted.endsWith('::') || bitsOf(wanted) === undefined);
    return isBeginning ? mine.startsWith(wanted) : isWithin(mine, wanted);
  },
});
const subnet: Key = {
  has: (proxy) => text(proxy['subnet_id']) !== '' || text(proxy['subnet_id_v6']) !== '',
  test: (value, proxy) =>
    [text(proxy['subnet_id']), text(proxy['subnet_id_v6'])].some(
      (own) =>
        own !== '' &&
        (typed(value).includes('/') ? isWithin(own, typed(value)) : own.startsWith(typed(value))),
    ),
};

function serviceName(proxy: JsonObject, account: Account): string {
  const id = proxy['service_id'];
  return text(account.services.find((service) => service['service_id'] === id)?.['service_name']);
}
const service: Key = {
  has: (proxy) => text(proxy['service_id']) !== '',
  test: (value, proxy, account) =>
    text(proxy['service_id']) === typed(value) || holds(serviceName(proxy, account), value),
};
/** The access rules of the specification, 1 to 3. */
function mayUse(user: JsonObject, proxy: JsonObject): boolean {
  if (user['proxy_user_is_deleted'] === true) return false;
  switch (user['proxy_user_access_type']) {
    case 'all':
      return true;
    case 'service_restricted':
      return list(user['restricted_service_ids']).includes(String(proxy['service_id']));
    default:
      return list(user['restricted_proxy_ids']).includes(String(proxy['proxy_id']));
  }
}
const user: Key = {
  has: (proxy, account) => account.users.some((candidate) => mayUse(candidate, proxy)),
  test: (value, proxy, account) =>
    account.users.some(
      (candidate) => text(candidate['proxy_user_id']) === typed(value) && mayUse(candidate, proxy),
    ),
};
const online: Key = {
  has: (proxy) => typeof proxy['proxy_is_online'] === 'boolean',
  test: (value, proxy) => proxy['proxy_is_online'] === /^(yes|true|1)$/.test(typed(value)),
};

const ownOf = (row: JsonObject, { annotations }: Account) =>
  annotations.get(String(row['proxy_id'] ?? row['service_id'])) ?? { tags: [], note: '' };
const tag: Key = {
  has: (row, account) => ownOf(row, account).tags.length > 0,
  test: (value, row, account) =>
    ownOf(row, account).tags.some((own) => own.toLowerCase() === typed(value)),
};
const note: Key = {
  has: (row, account) => ownOf(row, account).note !== '',
  test(value, row, account) {
    const own = ownOf(row, account).note.toLowerCase();
    return own !== '' && holds(own, value);
  },
};

const keys: { readonly [key: string]: Key } = {
  country: code('country_id', 'country_name'),
  subdivision: code('subdivision_id', 'subdivision_name'),
  city: name('city_name'),
  timezone: name('city_timezone'),
  network: name('asn_name'),
  asn: number('asn_id'),
  type: code('proxy_type'),
  protocol: code('proxy_protocol'),
  status: code('proxy_status'),
  online,
  service,
  user,
  ip: address('proxy_ip_address'),
  ip6: address('proxy_ip_address_v6'),
  subnet,
  port: number('proxy_http_port'),
  socks: number('proxy_socks5_port'),
  id: code('proxy_id'),
  updated: datetime('proxy_last_update_datetime'),
  tag,
  note,
};

const wordFields = [
  'country_id',
  'country_name',
  'subdivision_id',
  'subdivision_name',
  'city_name',
  'city_timezone',
  'city_example_postcode',
  'asn_name',
  'service_id',
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_id',
];

function holdsTerm(term: QueryTerm, proxy: JsonObject, account: Account): boolean {
  return term.values.some((value) => {
    if (term.key === null) {
      const { tags, note } = ownOf(proxy, account);
      const own = [
        ...wordFields.map((field) => text(proxy[field])),
        serviceName(proxy, account),
        ...[...tags, note].map(text),
      ];
      return own.some((part) => part.includes(typed(value)));
    }
    const key = keys[term.key];
    if (key === undefined) throw new Error(`The test knows no key ${term.key}.`);
    if (typed(value) === '' && value.kind === 'text') return !key.has(proxy, account);
    if (typed(value) === '*' && !isExact(value)) return key.has(proxy, account);
    return key.test(value, proxy, account);
  });
}

/** Ids of the proxies that a filter finds, looked at one by one. */
export function findInMemory(query: Query, account: Account): string[] {
  return account.proxies
    .filter((proxy) =>
      query.terms.every((term) => holdsTerm(term, proxy, account) !== term.isNegated),
    )
    .map((proxy) => String(proxy['proxy_id']));
}
