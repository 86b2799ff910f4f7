/**
 * The keys of the filter language. Matching, values, facets, suggestions, reference and column filters derive from a
 * row.
 */
import { ownValue } from '../own-value.ts';
import type { ListName } from '../lists.ts';
import { endings } from '../records/service.ts';
import { figurePeriods, figureSubjects } from '../records/gateway-figure.ts';
import { requestKinds, requestOutcomes } from '../records/gateway-request.ts';
import { testedStates } from '../records/test-result.ts';
import { syncLists } from '../sync.ts';
import { wordWeight, type FacetValue } from './query-term.ts';

/**
 * Decides forms and comparison: `code` and `id` completely, `named-code` also by the beginning of a word of its name,
 * `name` by any part. An `id` matches as received or in either case. A `choice` has listed values.
 */
export type QueryKeyKind =
  | 'code'
  | 'named-code'
  | 'id'
  | 'name'
  | 'number'
  | 'datetime'
  | 'flag'
  | 'choice'
  | 'address';

interface KeyOptions {
  /** The field with a value's name. */
  readonly label?: string;
  /** Values are service IDs. */
  readonly labelOf?: 'service';
  readonly facet?: string;
  /** Values are suggested for bare words. */
  readonly isSuggested?: true;
  /** Bare words search it; proxies have a column for that. */
  readonly isSearched?: true;
  /** A bare age means "within". */
  readonly isRecent?: true;
  readonly values?: readonly string[];
  /** Old values to present ones. */
  readonly formerValues?: { readonly [value: string]: string };
  /** How many values one counts as without an index; default 1. */
  readonly weight?: number;
}

export interface QueryKey extends KeyOptions {
  readonly kind: QueryKeyKind;
  /** Null: not one field of the row. */
  readonly field: string | null;
  readonly meaning: string;
  readonly example: string;
}

type QueryKeyTable = { readonly [key: string]: QueryKey };

const key = <const Options extends KeyOptions>(
  kind: QueryKeyKind,
  field: string | null,
  meaning: string,
  example: string,
  // Without options it is an empty object.
  options: Options = {} as Options,
): QueryKey & Options => ({ kind, field, meaning, example, ...options });

const proxyKeys = {
  last: key('choice', null, 'Last test: works, fails, never', 'last:fails', {
    facet: 'Last test',
    values: ['works', 'fails', 'never'],
    // Of earlier versions, in saved views and scripts.
    formerValues: { passed: 'works', failed: 'fails' },
  }),
  country: key('named-code', 'country_id', 'Country code or name', 'country:US,GB', {
    label: 'country_name',
    facet: 'Country',
    isSuggested: true,
  }),
  subdivision: key('named-code', 'subdivision_id', 'Subdivision ID or name', 'subdivision:US-NY', {
    label: 'subdivision_name',
  }),
  city: key('name', 'city_name', 'Part of the city name', 'city:"new york"', {
    facet: 'City',
    isSuggested: true,
  }),
  timezone: key('name', 'city_timezone', 'Part of the time zone', 'timezone:America/'),
  network: key('name', 'asn_name', 'Part of the network name', 'network:hudson'),
  asn: key('number', 'asn_id', 'Number of the network', 'asn:7922', {
    label: 'asn_name',
    facet: 'Network',
    isSuggested: true,
  }),
  type: key('code', 'proxy_type', 'datacenter, isp, residential, mobile', 'type:isp', {
    facet: 'Type',
    isSuggested: true,
  }),
  protocol: key('code', 'proxy_protocol', 'ipv4, ipv6, dual', 'protocol:dual', {
    facet: 'Protocol',
  }),
  status: key('code', 'proxy_status', 'Status of the proxy', 'status:in_use', {
    facet: 'Status',
    isSuggested: true,
  }),
  online: key('flag', 'proxy_is_online', 'Whether the proxy is online', 'online:yes', {
    facet: 'Online',
  }),
  service: key('name', 'service_id', 'Service ID or part of its name', 'service:"ISP New York"', {
    label: 'service_name',
    labelOf: 'service',
    facet: 'Service',
    isSuggested: true,
  }),
  user: key('code', null, 'Proxy user with access to it', 'user:alice', {
    facet: 'User access',
    isSuggested: true,
    weight: wordWeight,
  }),
  ip: key('address', 'proxy_ip_address', 'IPv4 address, its beginning or a CIDR block', 'ip:203.0.113.0/24'),
  ip6: key('address', 'proxy_ip_address_v6', 'IPv6 address, its beginning or a CIDR block', 'ip6:2001:db8::/32'),
  subnet: key('address', null, 'Subnet of the proxy, either version', 'subnet:203.0.113.0/24', {
    weight: 3,
  }),
  port: key('number', 'proxy_http_port', 'HTTP port', 'port:8000..8100'),
  socks: key('number', 'proxy_socks5_port', 'SOCKS5 port', 'socks:>9000'),
  id: key('id', 'proxy_id', 'ID of the proxy', 'id:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  updated: key(
    'datetime',
    'proxy_last_update_datetime',
    'Last update, as the service writes it',
    'updated:>2026-10-01',
  ),
  from: key('choice', null, 'Who tested last: here, service, gateway', 'from:here', {
    values: ['here', 'service', 'gateway'],
  }),
  fault: key('choice', null, 'At fault in the last test: proxy, target, machine', 'fault:proxy', {
    values: ['proxy', 'target', 'machine'],
  }),
  tested: key('datetime', null, 'Last test', 'tested:>2026-10-01', { isRecent: true }),
  failed: key('datetime', null, 'Last failed test, in UTC', 'failed:24h', { isRecent: true }),
  success: key('number', null, 'Successful tests in percent', 'success:<95'),
  latency: key('number', null, 'Response time of the last test; in ms if this machine tested', 'latency:>800'),
  run: key('number', null, 'Number of a test run with a result of the proxy', 'run:17'),
  works: key('number', null, 'Number of a test run in which it works', 'works:17'),
  fails: key('number', null, 'Number of a test run in which it fails', 'fails:17'),
  sync: key('number', null, 'Number of a sync that changed it', 'sync:12'),
  tag: key('code', null, 'Your tag, by its full name', 'tag:burnt,"new order"', {
    facet: 'Tag',
    isSuggested: true,
  }),
  note: key('name', null, 'Part of your note', 'note:"ask for a refund"'),
} satisfies QueryKeyTable;

const serviceKeys = {
  id: key('code', 'service_id', 'ID of the service', 'id:svc-1', {
    label: 'service_name',
    isSearched: true,
  }),
  name: key('name', 'service_name', 'Part of the name', 'name:texas', {
    isSearched: true,
    isSuggested: true,
  }),
  type: key('code', 'service_type', 'datacenter, isp, residential, mobile', 'type:isp', {
    isSuggested: true,
  }),
  protocol: key('code', 'service_protocol', 'ipv4, ipv6, dual', 'protocol:dual'),
  status: key('code', 'service_status', 'Status of the service', 'status:active,overdue', {
    isSuggested: true,
  }),
  country: key('code', 'country_id', 'Country code', 'country:US', { isSuggested: true }),
  cycle: key('code', 'service_cycle', 'Billing cycle', 'cycle:1:month'),
  quantity: key('number', 'service_quantity', 'Quantity', 'quantity:>100'),
  total: key('number', 'service_total', 'Price as the service gives it', 'total:<50'),
  created: key('datetime', 'service_creation_datetime', 'Creation', 'created:>2026-01-01'),
  expires: key('datetime', 'service_expiry_datetime', 'Expiry', 'expires:<2026-12-01'),
  updated: key('datetime', 'service_last_update_datetime', 'Last update', 'updated:>2026-10-01'),
  renews: key('flag', 'service_is_automatic_collection', 'Whether it renews automatically', 'renews:no'),
  canceling: key(
    'flag',
    'service_is_pending_cancellation',
    'Whether it ends at the end of the period',
    'canceling:yes',
  ),
  ending: key(
    'choice',
    null,
    'What happens when it expires: canceled, manual, unknown, automatic',
    'ending:canceled,manual expires:<2026-12-01',
    { values: endings },
  ),
  invoice: key('code', 'open_invoice_id', 'ID of the open invoice; invoice:* finds services with one', 'invoice:*'),
  tag: key('code', null, 'Your tag, by its full name', 'tag:keep', { isSuggested: true }),
  note: key('name', null, 'Part of your note', 'note:refund'),
} satisfies QueryKeyTable;

const userKeys = {
  id: key('code', 'proxy_user_id', 'ID of the proxy user', 'id:alice', { isSearched: true }),
  access: key('code', 'proxy_user_access_type', 'all, service_restricted, proxy_restricted', 'access:all'),
  default: key('flag', 'proxy_user_is_default', 'Whether it is the default user', 'default:yes'),
  deleted: key('flag', 'proxy_user_is_deleted', 'Whether it is deleted', 'deleted:no'),
  strict: key('flag', 'proxy_user_is_strict_security', 'Whether strict security is on', 'strict:yes'),
  https: key('flag', 'proxy_user_enforce_https', 'Whether HTTPS is enforced', 'https:yes'),
  service: key('code', null, 'ID of a service it is restricted to', 'service:svc-1', {
    isSuggested: true,
  }),
  proxy: key('id', null, 'ID of a proxy it is restricted to', 'proxy:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  used: key(
    'number',
    null,
    'Percent of its data limit that is used, the higher of residential and mobile',
    'used:>=90',
  ),
  created: key('datetime', 'proxy_user_creation_datetime', 'Creation', 'created:>2026-01-01'),
  updated: key('datetime', 'proxy_user_last_update_datetime', 'Last update', 'updated:>2026-10-01'),
} satisfies QueryKeyTable;

const ledgerKeys = {
  id: key('id', 'residential_ledger_id', 'ID of the entry', 'id:1b4e28ba-2fa1-41d2-883f-0016d3cca427', {
    isSearched: true,
  }),
  reason: key('code', 'residential_ledger_reason', 'Reason of the entry', 'reason:top_up', {
    isSearched: true,
  }),
  service: key('name', 'service_id', 'Service ID or part of its name', 'service:API-2214', {
    label: 'service_name',
    labelOf: 'service',
    isSearched: true,
    isSuggested: true,
  }),
  adjustment: key('number', 'service_adjustment_id', 'ID of the service adjustment', 'adjustment:70005'),
  invoice: key('code', 'invoice_id', 'ID of the invoice', 'invoice:in_4471', { isSearched: true }),
  bytes: key('number', 'residential_ledger_bytes', 'Data in bytes', 'bytes:>1000000000'),
  requests: key('number', 'residential_ledger_requests', 'Number of requests', 'requests:>10000'),
  date: key('datetime', 'residential_ledger_period_date', 'Day of the entry', 'date:2026-10', {
    isSearched: true,
  }),
  created: key('datetime', 'residential_ledger_creation_datetime', 'Creation', 'created:>2026-01-01'),
  updated: key('datetime', 'residential_ledger_last_update_datetime', 'Last update', 'updated:>2026-10-01'),
} satisfies QueryKeyTable;

const changeKeys = {
  kind: key('code', 'kind', 'replaced, added, removed, changed', 'kind:replaced', {
    isSuggested: true,
  }),
  list: key('code', 'list', syncLists.join(', '), 'list:proxies', { isSuggested: true }),
  field: key('name', null, 'Part of the name of a field that changed', 'field:is_online'),
  service: key('name', 'service_id', 'Service ID or part of its name', 'service:API-2214', {
    label: 'service_name',
    labelOf: 'service',
    isSuggested: true,
  }),
  tag: key('code', null, 'Tag of the proxy, by its full name', 'tag:burnt'),
  sync: key('number', 'sync_id', 'Number of the sync', 'sync:12'),
  found: key('datetime', 'changed_at', 'Start of the sync, in UTC', 'found:>2026-10-01'),
  id: key('id', 'record_id', 'ID of the row', 'id:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  name: key('name', 'name', 'Part of the name or the address', 'name:203.0.113', {
    isSearched: true,
  }),
} satisfies QueryKeyTable;

const testedProxyKeys = {
  country: key('named-code', 'country_id', 'Country code or name of the proxy', 'country:US', {
    label: 'country_name',
    facet: 'Country',
    isSuggested: true,
  }),
  city: key('name', 'city_name', 'Part of the city name of the proxy', 'city:london', {
    facet: 'City',
    isSuggested: true,
  }),
  network: key('name', 'asn_name', 'Part of the network name of the proxy', 'network:hudson', {
    facet: 'Network',
  }),
  subnet: key('code', 'subnet_id', 'Subnet of the proxy', 'subnet:203.0.113.0/24', {
    facet: 'Subnet',
  }),
  service: key('name', 'service_name', 'Part of the name of its service', 'service:london', {
    facet: 'Service',
    isSuggested: true,
  }),
  source: key('choice', 'source', 'Who tested: here, service, gateway', 'source:here', {
    values: ['here', 'service', 'gateway'],
  }),
  host: key('name', 'proxy_host', 'Part of the address that was tested', 'host:203.0.113', {
    isSearched: true,
  }),
  port: key('number', 'proxy_port', 'Port that was tested', 'port:8000'),
  proxy: key('id', 'proxy_id', 'ID of the proxy', 'proxy:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tag: key('code', null, 'Tag of the proxy, by its full name', 'tag:burnt'),
  run: key('number', 'test_run_id', 'Number of the test run', 'run:17'),
  tested: key('datetime', null, 'Start of the test run, in UTC', 'tested:24h', { isRecent: true }),
} satisfies QueryKeyTable;

const testedKeys = {
  works: key('flag', 'works', 'Whether all of its results are successful', 'works:no'),
  reason: key('code', null, 'Reason of a failed result', 'reason:blocked', { isSuggested: true }),
  fault: key('choice', 'fault', 'At fault: proxy, target, machine', 'fault:proxy', {
    values: ['proxy', 'target', 'machine'],
  }),
  ms: key('number', 'slowest_time', 'Longest response time, in ms if this machine tested', 'ms:<800'),
  elsewhere: key('flag', null, 'Whether it works for the other tester', 'elsewhere:no'),
  state: key('choice', 'state', testedStates.join(', '), 'state:planned', { values: testedStates }),
  replaced: key('flag', 'is_replaced', 'Whether it has another address since', 'replaced:yes'),
  ...testedProxyKeys,
} satisfies QueryKeyTable;

const resultKeys = {
  works: key('flag', 'proxy_test_result_is_successful', 'Whether it is successful', 'works:no'),
  reason: key('code', 'reason', 'Why it failed', 'reason:blocked', { isSuggested: true }),
  fault: key('choice', 'fault', 'At fault: proxy, target, machine', 'fault:proxy', {
    values: ['proxy', 'target', 'machine'],
  }),
  error: key('code', 'proxy_test_result_error_code', 'Error code of the service', 'error:timeout'),
  url: key('name', 'proxy_test_result_url', 'Part of the URL', 'url:example.com', {
    facet: 'Target',
    isSearched: true,
  }),
  status: key('number', 'status', 'HTTP status', 'status:403'),
  ms: key('number', 'proxy_test_result_response_time', 'Response time, in ms if this machine tested', 'ms:<800'),
  ...testedProxyKeys,
} satisfies QueryKeyTable;

const requestKeys = {
  target: key('name', 'target_host', 'Part of the host that was requested', 'target:example.com', {
    facet: 'Host',
    isSearched: true,
    isSuggested: true,
  }),
  outcome: key('choice', 'outcome', requestOutcomes.join(', '), 'outcome:fails', { values: requestOutcomes }),
  reason: key('code', 'reason', 'Why it failed or was refused', 'reason:refused', { isSuggested: true }),
  fault: key('choice', 'fault', 'At fault: proxy, target, machine, client', 'fault:proxy', {
    values: ['proxy', 'target', 'machine', 'client'],
  }),
  rule: key('code', 'rule', 'Name of the rule', 'rule:scraper', { facet: 'Rule', isSuggested: true }),
  line: key('name', 'line', 'Number of the line that decided, or direct or block', 'line:direct'),
  status: key('number', 'status', 'HTTP status of a plain request', 'status:403'),
  port: key('number', 'target_port', 'Port that was requested', 'port:443'),
  kind: key('choice', 'kind', requestKinds.join(', '), 'kind:connect', { values: requestKinds }),
  client: key('name', 'client', 'Beginning of the address of the client', 'client:127.0.0.1'),
  received: key('number', 'received_bytes', 'Bytes from the proxy', 'received:>1000000'),
  sent: key('number', 'sent_bytes', 'Bytes to the proxy', 'sent:>1000000'),
  ms: key('number', 'duration_ms', 'How long it was open, in ms', 'ms:>10000'),
  connect: key('number', 'connect_ms', 'How long connecting to the proxy took, in ms', 'connect:>500'),
  tries: key('number', 'try_count', 'How many proxies were tried', 'tries:>1'),
  time: key('datetime', 'requested_at', 'When it began, in UTC', 'time:24h', { isRecent: true }),
  id: key('number', 'request_id', 'Number of the request', 'id:>1200'),
  proxy: key('id', 'proxy_id', 'ID of the proxy', 'proxy:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  country: testedProxyKeys.country,
  city: testedProxyKeys.city,
  network: testedProxyKeys.network,
  service: testedProxyKeys.service,
  tag: testedProxyKeys.tag,
} satisfies QueryKeyTable;

/** The first ones say what is added up, the others compare the sums. */
const hostKeys = {
  by: key('choice', 'by', `What figures are of: ${figureSubjects.join(', ')}`, 'by:network', {
    values: figureSubjects,
  }),
  period: key('choice', 'period', `How far back they go: ${figurePeriods.join(', ')}`, 'period:24h', {
    values: figurePeriods,
  }),
  host: key('name', null, 'Only requests to these hosts', 'by:network host:example.com'),
  rule: key('code', 'rule', 'Only requests of this rule', 'rule:scraper', { isSuggested: true }),
  network: key('name', 'network', 'Only requests through this network', 'network:hudson', { isSuggested: true }),
  service: key('name', 'service_id', 'Only requests through this service', 'service:london', {
    label: 'service_name',
    labelOf: 'service',
    isSuggested: true,
  }),
  proxy: key('id', null, 'Only requests through this proxy', 'by:rule proxy:1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  name: key('name', 'name', 'Part of the name', 'name:example.com', { isSearched: true }),
  requests: key('number', 'requests', 'How many requests', 'requests:>100'),
  failed: key('number', 'failed', 'How many of them fail', 'failed:>0'),
  works: key('number', 'works_percent', 'Percent that works', 'works:<95'),
  ms: key('number', 'p50_ms', 'Median until a connection or response, in ms', 'ms:>800'),
  data: key('number', 'bytes', 'Bytes in both directions', 'data:>1000000000'),
  received: key('number', 'received_bytes', 'Bytes from proxies', 'received:>1000000'),
  sent: key('number', 'sent_bytes', 'Bytes to proxies', 'sent:>1000000'),
  cost: key('number', 'cost', 'Cost of the data', 'cost:>1'),
} satisfies QueryKeyTable;

export const queryKeys: { readonly [L in ListName]: QueryKeyTable } = {
  proxies: proxyKeys,
  services: serviceKeys,
  proxy_users: userKeys,
  residential_ledger: ledgerKeys,
  changes: changeKeys,
  tested: testedKeys,
  results: resultKeys,
  requests: requestKeys,
  hosts: hostKeys,
};

/** Finds a key; undefined: not of this list. */
export const findKey = (list: ListName, key: string): QueryKey | undefined => ownValue(queryKeys[list], key);

/** Whether a key has few enough values to count. */
export const isCounted = ({ kind, field, label }: QueryKey): boolean =>
  field !== null && (label !== undefined || ['code', 'named-code', 'name', 'flag'].includes(kind));

/** Only suggestions tell whether a value is complete. */
export const isCode = ({ kind }: QueryKey): boolean => ['code', 'named-code', 'id'].includes(kind);

/** Whether a listed value needs `=` against longer names. */
export const isPartOfName = ({ kind, label }: QueryKey): boolean => kind === 'name' && label === undefined;

type ProxyKeys = typeof proxyKeys;
export type FacetKey = {
  [K in keyof ProxyKeys]: ProxyKeys[K] extends { readonly facet: string } ? K : never;
}[keyof ProxyKeys];

export const facets: readonly { readonly key: FacetKey; readonly title: string }[] = Object.entries(
  queryKeys.proxies,
).flatMap(([name, { facet }]) =>
  // The type of a key with a facet is `FacetKey`.
  facet === undefined ? [] : [{ key: name as FacetKey, title: facet }],
);

/** Most frequent first; its own terms do not narrow a facet. */
export type Facets = { readonly [K in FacetKey]: readonly FacetValue[] };
