import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts';
import { resolveAges } from '../../../../src/shared/filter/query.ts';
import type { Query, QueryTerm, QueryValue } from '../../../../src/shared/filter/query-term.ts';
import type { SyncList } from '../../../../src/shared/sync.ts';

/** What a filter is answered from, all of it in memory. */
export interface Account {
  /** The rows of each list, as received. */
  readonly rows: { readonly [L in SyncList]: readonly JsonObject[] };
  /** The results of each proxy, by its ID, oldest first. */
  readonly tests: ReadonlyMap<string, readonly JsonObject[]>;
  /** The clock when the filter is answered and when the results arrived, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly receivedAtMs: number;
  /** The user's records, by the ID of the row. */
  readonly annotations: ReadonlyMap<string, { readonly tags: readonly string[]; readonly note: string }>;
}

type Test = (value: QueryValue, proxy: JsonObject, account: Account) => boolean;
interface Key {
  readonly test: Test;
  readonly has: (proxy: JsonObject, account: Account) => boolean;
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.toLowerCase() : '');
const list = (value: JsonValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const typed = (value: QueryValue): string => (value.kind === 'text' ? value.text.toLowerCase() : '');
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
    return typeof own === 'number' && compare(value, (bound) => own - Number(bound), own === Number(typed(value)));
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
    const field = wanted.includes(':') || own === 'proxy_ip_address_v6' ? 'proxy_ip_address_v6' : 'proxy_ip_address';
    const mine = text(proxy[field]);
    if (mine === '') return false;
    const isBeginning = !wanted.includes('/') && (wanted.endsWith('::') || bitsOf(wanted) === undefined);
    return isBeginning ? mine.startsWith(wanted) : isWithin(mine, wanted);
  },
});
const subnet: Key = {
  has: (proxy) => text(proxy['subnet_id']) !== '' || text(proxy['subnet_id_v6']) !== '',
  test: (value, proxy) =>
    [text(proxy['subnet_id']), text(proxy['subnet_id_v6'])].some(
      (own) => own !== '' && (typed(value).includes('/') ? isWithin(own, typed(value)) : own.startsWith(typed(value))),
    ),
};

function serviceName(proxy: JsonObject, account: Account): string {
  const id = proxy['service_id'];
  return text(account.rows.services.find((service) => service['service_id'] === id)?.['service_name']);
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
  has: (proxy, account) => account.rows.proxy_users.some((candidate) => mayUse(candidate, proxy)),
  test: (value, proxy, account) =>
    account.rows.proxy_users.some(
      (candidate) => text(candidate['proxy_user_id']) === typed(value) && mayUse(candidate, proxy),
    ),
};
const flag = (field: string): Key => ({
  has: (row) => typeof row[field] === 'boolean',
  test: (value, row) => row[field] === /^(yes|true|1)$/.test(typed(value)),
});
/** A list of IDs. */
const member = (field: string): Key => ({
  has: (row) => list(row[field]).length > 0,
  test: (value, row) => list(row[field]).some((id) => id.toLowerCase() === typed(value)),
});

const resultsOf = (proxy: JsonObject, { tests }: Account): readonly JsonObject[] =>
  tests.get(String(proxy['proxy_id'])) ?? [];
const isPassed = (result: JsonObject | undefined): boolean => result?.['proxy_test_result_is_successful'] === true;
/** A key about one number or time that follows from the results of a proxy. */
const ofTests = (
  kind: typeof number | typeof datetime,
  sumUp: (results: readonly JsonObject[], account: Account) => JsonValue,
): Key => {
  const inner = kind('value');
  const row = (proxy: JsonObject, account: Account): JsonObject => {
    const results = resultsOf(proxy, account);
    return { value: results.length === 0 ? null : sumUp(results, account) };
  };
  return {
    has: (proxy, account) => inner.has(row(proxy, account), account),
    test: (value, proxy, account) => inner.test(value, row(proxy, account), account),
  };
};
const newest = (results: readonly JsonObject[], field: string): JsonValue =>
  results
    .map((result) => text(result[field]))
    .toSorted()
    .at(-1) ?? null;
const last: Key = {
  has: (proxy, account) => resultsOf(proxy, account).length > 0,
  test(value, proxy, account) {
    const result = resultsOf(proxy, account).at(-1);
    const own = result === undefined ? 'never' : isPassed(result) ? 'works' : 'fails';
    return own === typed(value);
  },
};

/** All results of the tests are from one run of the service. */
const from: Key = {
  has: (proxy, account) => resultsOf(proxy, account).length > 0,
  test: (value, proxy, account) => typed(value) === 'service' && resultsOf(proxy, account).length > 0,
};
const fault: Key = { has: () => false, test: () => false };
const inRun = (isIn: (results: readonly JsonObject[]) => boolean): Key =>
  ofTests(number, (results) => (isIn(results) ? 1 : null));

const ownOf = (row: JsonObject, { annotations }: Account) =>
  annotations.get(String(row['proxy_id'] ?? row['service_id'])) ?? { tags: [], note: '' };
const tag: Key = {
  has: (row, account) => ownOf(row, account).tags.length > 0,
  test: (value, row, account) => ownOf(row, account).tags.some((own) => own.toLowerCase() === typed(value)),
};
const note: Key = {
  has: (row, account) => ownOf(row, account).note !== '',
  test(value, row, account) {
    const own = ownOf(row, account).note.toLowerCase();
    return own !== '' && holds(own, value);
  },
};

/** The used part of its limits in percent, the higher of both kinds; -1: it has none. */
const usedPercent = (row: JsonObject): number =>
  Math.max(
    ...['residential', 'mobile'].map((kind) => {
      const [used, limit] = [row[`proxy_user_${kind}_bytes_used`], row[`proxy_user_${kind}_bytes_limit`]];
      return typeof used === 'number' && typeof limit === 'number' && limit > 0 ? (100 * used) / limit : -1;
    }),
  );

/** No sync is recorded: its key has tests of its own. */
const never: Key = { has: () => false, test: () => false };

const keys: { readonly [L in SyncList]: { readonly [key: string]: Key } } = {
  proxies: {
    country: code('country_id', 'country_name'),
    subdivision: code('subdivision_id', 'subdivision_name'),
    city: name('city_name'),
    timezone: name('city_timezone'),
    network: name('asn_name'),
    asn: number('asn_id'),
    type: code('proxy_type'),
    protocol: code('proxy_protocol'),
    status: code('proxy_status'),
    online: flag('proxy_is_online'),
    service,
    user,
    ip: address('proxy_ip_address'),
    ip6: address('proxy_ip_address_v6'),
    subnet,
    port: number('proxy_http_port'),
    socks: number('proxy_socks5_port'),
    id: code('proxy_id'),
    updated: datetime('proxy_last_update_datetime'),
    last,
    from,
    fault,
    run: inRun(() => true),
    works: inRun((results) => results.every(isPassed)),
    fails: inRun((results) => !results.every(isPassed)),
    tested: ofTests(datetime, (results) => newest(results, 'proxy_test_result_creation_datetime')),
    failed: ofTests(datetime, (results, { receivedAtMs }) =>
      results.some((result) => result['proxy_test_result_is_successful'] === false)
        ? new Date(receivedAtMs).toISOString().slice(0, 19).replace('T', ' ')
        : null,
    ),
    success: ofTests(number, (results) => (100 * results.filter(isPassed).length) / results.length),
    latency: ofTests(number, (results) => {
      const last = results.at(-1);
      return last !== undefined && isPassed(last) ? (last['proxy_test_result_response_time'] ?? null) : null;
    }),
    sync: never,
    tag,
    note,
  },
  services: {
    id: code('service_id'),
    name: name('service_name'),
    type: code('service_type'),
    protocol: code('service_protocol'),
    status: code('service_status'),
    country: code('country_id'),
    cycle: code('service_cycle'),
    quantity: number('service_quantity'),
    total: number('service_total'),
    created: datetime('service_creation_datetime'),
    expires: datetime('service_expiry_datetime'),
    updated: datetime('service_last_update_datetime'),
    renews: flag('service_is_automatic_collection'),
    canceling: flag('service_is_pending_cancellation'),
    invoice: code('open_invoice_id'),
    ending: {
      has: () => true,
      test: (value, row) =>
        value.kind === 'text' &&
        value.text.toLowerCase() ===
          (row['service_is_pending_cancellation'] === true || row['service_status'] === 'canceled'
            ? 'canceled'
            : ({ true: 'automatic', false: 'manual' }[String(row['service_is_automatic_collection'])] ?? 'unknown')),
    },
    tag,
    note,
  },
  proxy_users: {
    id: code('proxy_user_id'),
    access: code('proxy_user_access_type'),
    default: flag('proxy_user_is_default'),
    deleted: flag('proxy_user_is_deleted'),
    strict: flag('proxy_user_is_strict_security'),
    https: flag('proxy_user_enforce_https'),
    used: {
      has: (row) => usedPercent(row) >= 0,
      test: (value, row, account) =>
        usedPercent(row) >= 0 && number('percent').test(value, { percent: usedPercent(row) }, account),
    },
    service: member('restricted_service_ids'),
    proxy: member('restricted_proxy_ids'),
    created: datetime('proxy_user_creation_datetime'),
    updated: datetime('proxy_user_last_update_datetime'),
  },
  residential_ledger: {
    id: code('residential_ledger_id'),
    reason: code('residential_ledger_reason'),
    service,
    adjustment: number('service_adjustment_id'),
    invoice: code('invoice_id'),
    bytes: number('residential_ledger_bytes'),
    requests: number('residential_ledger_requests'),
    date: datetime('residential_ledger_period_date'),
    created: datetime('residential_ledger_creation_datetime'),
    updated: datetime('residential_ledger_last_update_datetime'),
  },
};

/** The fields that a bare word is looked for in. */
const wordFields: { readonly [L in SyncList]: readonly string[] } = {
  proxies: [
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
  ],
  services: ['service_id', 'service_name'],
  proxy_users: ['proxy_user_id'],
  residential_ledger: [
    'residential_ledger_id',
    'service_id',
    'invoice_id',
    'residential_ledger_reason',
    'residential_ledger_period_date',
  ],
};
export const idFields: { readonly [L in SyncList]: string } = {
  proxies: 'proxy_id',
  services: 'service_id',
  proxy_users: 'proxy_user_id',
  residential_ledger: 'residential_ledger_id',
};

function holdsTerm(term: QueryTerm, row: JsonObject, from: SyncList, account: Account): boolean {
  return term.values.some((value) => {
    if (term.key === null) {
      const { tags, note } = ownOf(row, account);
      const own = [
        ...wordFields[from].map((field) => text(row[field])),
        ...(from === 'proxies' ? [serviceName(row, account)] : []),
        ...(from === 'proxies' || from === 'services' ? [...tags, note].map(text) : []),
      ];
      return own.some((part) => part.includes(typed(value)));
    }
    const key = keys[from][term.key];
    if (key === undefined) throw new Error(`The test knows no key ${term.key}.`);
    if (typed(value) === '' && value.kind === 'text') return !key.has(row, account);
    if (typed(value) === '*' && !isExact(value)) return key.has(row, account);
    return key.test(value, row, account);
  });
}

/** IDs of the rows that a filter finds, looked at one by one. */
export function findInMemory(query: Query, from: SyncList, account: Account): string[] {
  const { terms } = resolveAges(query, account.nowMs);
  return account.rows[from]
    .filter((row) => terms.every((term) => holdsTerm(term, row, from, account) !== term.isNegated))
    .map((row) => String(row[idFields[from]]));
}
