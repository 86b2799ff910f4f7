import type { JsonObject } from './json.ts';
import { changeFields, type ChangeRow } from './records/change.ts';
import { proxyFields, type ProxyDetail, type ProxyEndpoint } from './records/proxy.ts';
import { proxyUserFields, type ProxyUserDetail, type ProxyUserRow } from './records/proxy-user.ts';
import { serviceFields, type ServiceRow } from './records/service.ts';
import { resultFields, testedFields, type ResultRow, type TestedRow } from './records/test-result.ts';
import { residentialLedgerFields, type LedgerRow } from './records/usage.ts';
import { requestFields, type RequestRow } from './records/gateway-request.ts';
import { figureFields, type FigureRow } from './records/gateway-figure.ts';
import type { FieldTable } from './records/field.ts';

export interface RowDetail<Row> {
  readonly row: Row;
  /** Without secrets. */
  readonly record: JsonObject;
}

interface ListInfo<Fields extends FieldTable> {
  readonly fields: Fields;
  readonly idField: keyof Fields & string;
  readonly one: string;
  readonly many: string;
  readonly exampleFilter: string;
  /** The command, and the word after `show`. */
  readonly command: string;
  readonly noun: string;
  /** Without the command's name. */
  readonly exampleCommand: string;
  /** Printed as a table; JSON has all. */
  readonly columns: readonly (keyof Fields & string)[];
  readonly hiddenFromAgents?: readonly (keyof Fields & string)[];
  /** Also printed with `--secrets`. */
  readonly secretColumns?: readonly string[];
}

/** `Row` and `Detail` are for the compiler. */
const list =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it says what the list shows.
  <Row, Detail extends RowDetail<Row> = RowDetail<Row>>() =>
    <Fields extends FieldTable>(
      info: ListInfo<Fields>,
    ): ListInfo<Fields> & { readonly types?: { readonly row: Row; readonly detail: Detail } } =>
      info;

/**
 * The lists of an account, named and ordered as for a sync. A new one has fields in `records/`, a row here, a search in
 * `operations.ts` and keys in `filter/query-keys.ts`; the compiler asks for the rest.
 */
export const lists = {
  services: list<ServiceRow>()({
    fields: serviceFields,
    idField: 'service_id',
    one: 'service',
    many: 'services',
    exampleFilter: 'status:active expires:<2027-01-01',
    command: 'services',
    noun: 'service',
    exampleCommand: '--sort service_expiry_datetime --limit 20',
    columns: [
      'service_id',
      'service_name',
      'service_type',
      'service_protocol',
      'service_status',
      'service_quantity',
      'service_expiry_datetime',
    ],
  }),
  proxies: list<ProxyEndpoint, ProxyDetail>()({
    fields: proxyFields,
    idField: 'proxy_id',
    one: 'proxy',
    many: 'proxies',
    exampleFilter: 'country:US type:isp online:yes hudson',
    command: 'proxies',
    noun: 'proxy',
    exampleCommand: "--where 'country:US online:yes' --sort city_name --limit 20",
    columns: [
      'proxy_id',
      'proxy_ip_address',
      'proxy_http_port',
      'proxy_socks5_port',
      'country_id',
      'city_name',
      'asn_name',
      'proxy_type',
      'proxy_status',
      'proxy_is_online',
    ],
    secretColumns: ['default_proxy_user_username', 'default_proxy_user_password'],
  }),
  proxy_users: list<ProxyUserRow, ProxyUserDetail>()({
    fields: proxyUserFields,
    idField: 'proxy_user_id',
    one: 'proxy user',
    many: 'proxy users',
    exampleFilter: 'access:all deleted:no',
    command: 'users',
    noun: 'user',
    exampleCommand: '--where access:all',
    columns: [
      'proxy_user_id',
      'proxy_user_access_type',
      'proxy_user_is_default',
      'proxy_user_is_deleted',
      'proxy_user_creation_datetime',
    ],
    secretColumns: ['proxy_user_password'],
  }),
  residential_ledger: list<LedgerRow>()({
    fields: residentialLedgerFields,
    idField: 'residential_ledger_id',
    one: 'ledger entry',
    many: 'ledger entries',
    exampleFilter: 'reason:top_up date:2026-10',
    command: 'ledger',
    noun: 'ledger',
    exampleCommand: '--where service:api --limit 20',
    columns: [
      'residential_ledger_period_date',
      'residential_ledger_reason',
      'residential_ledger_bytes',
      'residential_ledger_requests',
      'service_id',
      'service_adjustment_id',
      'residential_ledger_id',
    ],
  }),
  changes: list<ChangeRow>()({
    fields: changeFields,
    idField: 'change_id',
    one: 'change',
    many: 'changes',
    exampleFilter: 'kind:replaced list:proxies',
    command: 'changes',
    noun: 'change',
    exampleCommand: '--since 2026-11-01 --kind replaced',
    columns: ['sync_id', 'changed_at', 'kind', 'list', 'record_id', 'name', 'service_id'],
  }),
  tested: list<TestedRow>()({
    fields: testedFields,
    idField: 'tested_id',
    one: 'tested proxy',
    many: 'tested proxies',
    exampleFilter: 'run:12 works:no fault:proxy city:london',
    command: 'tested',
    noun: 'tested',
    exampleCommand: "--where 'run:12 works:no' --sort slowest_time",
    columns: [
      'test_run_id',
      'proxy_host',
      'proxy_port',
      'works',
      'result_count',
      'success_count',
      'slowest_time',
      'errors',
      'fault',
      'proxy_id',
    ],
  }),
  results: list<ResultRow>()({
    fields: resultFields,
    idField: 'test_result_id',
    one: 'result',
    many: 'results',
    exampleFilter: 'run:12 works:no reason:blocked',
    command: 'results',
    noun: 'result',
    exampleCommand: "--where 'run:12 reason:blocked' --limit 20",
    columns: [
      'test_run_id',
      'proxy_host',
      'proxy_port',
      'proxy_test_result_url',
      'proxy_test_result_is_successful',
      'proxy_test_result_response_time',
      'reason',
      'fault',
      'status',
      'proxy_test_result_error_code',
      'proxy_test_server_city_name',
    ],
  }),
  requests: list<RequestRow>()({
    fields: requestFields,
    idField: 'request_id',
    one: 'gateway request',
    many: 'gateway requests',
    exampleFilter: 'target:example.com outcome:fails time:24h',
    command: 'log',
    noun: 'request',
    exampleCommand: "--where 'target:example.com outcome:fails' --limit 20",
    hiddenFromAgents: ['client'],
    columns: [
      'requested_at',
      'rule',
      'target_host',
      'target_port',
      'outcome',
      'reason',
      'fault',
      'status',
      'received_bytes',
      'sent_bytes',
      'duration_ms',
      'try_count',
      'proxy_address',
    ],
  }),
  hosts: list<FigureRow>()({
    fields: figureFields,
    idField: 'figure_id',
    one: 'host',
    many: 'hosts',
    exampleFilter: 'period:7d works:<95',
    command: 'hosts',
    noun: 'host',
    exampleCommand: "--where 'by:network period:24h works:<95' --sort -failed",
    columns: ['name', 'requests', 'failed', 'works_percent', 'p50_ms', 'received_bytes', 'sent_bytes', 'cost'],
  }),
};

export type ListName = keyof typeof lists;
type Types<L extends ListName> = NonNullable<(typeof lists)[L]['types']>;
export type RowOf<L extends ListName> = Types<L>['row'];
export type DetailOf<L extends ListName> = Types<L>['detail'];

export function hiddenFromAgents(list: ListName): readonly string[] {
  const info: { readonly hiddenFromAgents?: readonly string[] } = lists[list];
  return info.hiddenFromAgents ?? [];
}

// `Object.keys` does not keep the type of the names.
export const listNames = Object.keys(lists) as readonly ListName[];
/** The lists that this app records; syncs cache the others. */
export const ownLists = ['changes', 'tested', 'results', 'requests', 'hosts'] as const satisfies readonly ListName[];
export type OwnList = (typeof ownLists)[number];
export const isOwnList = (list: string): list is OwnList => ownLists.some((own) => own === list);
export const isListName = (name: unknown): name is ListName => typeof name === 'string' && Object.hasOwn(lists, name);

/** Makes a value for every list; `T` gives its type for each. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what is made.
export const mapLists = <T extends { readonly [L in ListName]: unknown }>(make: (list: ListName) => unknown): T =>
  // `fromEntries` does not keep the names, and no type can follow a list to what is made of it.
  Object.fromEntries(listNames.map((name) => [name, make(name)])) as unknown as T;
