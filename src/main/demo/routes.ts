import { ownValue } from '../../shared/own-value.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../shared/json.ts';
import { type Operation, type RecordKind, actions, records, searches } from '../../shared/operations.ts';
import { findMetadataProblem } from '../../shared/records/service.ts';
import type { SyncList } from '../../shared/sync.ts';
import { type DemoAccount, activeUsers, hasAccess } from './data/demo-account.ts';
import { formatDatetime, type RowTable, readText } from './data/draw.ts';
import { asns, cities, countries, describeAvailability, subdivisions } from './data/places.ts';
import { Refusal } from './requests.ts';
import { runProxyTest } from './run-proxy-test.ts';

interface RouteContext {
  readonly account: DemoAccount;
  readonly seed: number;
  readonly nowMs: number;
  readonly testRunCount: number;
  /** The parameter at the end of the path, decoded; '' without one. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body, empty for GET. */
  readonly body: JsonObject;
}

/** @throws Refusal an error response */
export type Answer = (context: RouteContext) => JsonObject;

/** `{ data, message }`, or 404 (specification, Conventions). */
function answerOne(resource: string, row: JsonObject | undefined): JsonObject {
  if (!row) throw new Refusal(404, `${resource} was not found.`);
  return { data: row, message: `${resource} successfully retrieved.` };
}

const answerRow =
  (resource: string, tableOf: (account: DemoAccount) => RowTable | ReadonlyMap<string, JsonObject>): Answer =>
  ({ account, id }) => {
    const table = tableOf(account);
    return answerOne(resource, 'find' in table ? table.find(id) : table.get(id));
  };

/** The specification shows neither. */
const defaultPerPage = 100;
const maxPerPage = 1000;

/** Specification, Conventions: search responses. */
function answerPage(rows: RowTable, query: Readonly<Record<string, string>>, resource: string): JsonObject {
  const page = readCount(query['page'], 'page', 1);
  const wanted = readCount(query['per_page'], 'per_page', defaultPerPage);
  const perPage = Math.min(wanted, maxPerPage);
  const data = rows.slice((page - 1) * perPage, perPage);
  return {
    data,
    item_count: data.length,
    page,
    per_page: perPage,
    total_count: rows.count(),
    message: `${resource} search successful.`,
  };
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value > 0) return value;
  throw new Refusal(400, `${name} must be a positive integer.`);
}

const types: { readonly [field: string]: 'string' | 'boolean' | 'object' } = {
  cancel_comment: 'string',
  cancel_feedback: 'string',
  payment_method_id: 'string',
  service_is_automatic_collection: 'boolean',
  service_is_pending_cancellation: 'boolean',
  service_metadata: 'object',
};

/** Edits a service (specification, PATCH service/edit); a wrong type changes nothing. */
export function editService({ account, id, body, nowMs }: RouteContext): JsonObject {
  if (!account.services.find(id)) throw new Refusal(404, 'Service was not found.');
  for (const [field, value] of Object.entries(body)) {
    const type = ownValue(types, field);
    if (type === undefined) throw new Refusal(400, `${field} cannot be edited.`);
    if (field === 'service_metadata') checkMetadata(value);
    else if (typeof value !== type) throw new Refusal(400, `${field} must be a ${type}.`);
  }
  const fields = Object.fromEntries(Object.entries(body).filter(([field]) => !isComment(field)));
  account.services.update(id, { ...fields, service_last_update_datetime: formatDatetime(nowMs) });
  return { edited: [id], message: 'Service successfully edited.' };
}

/** Whether a field of a cancellation is one that a service does not have. */
const isComment = (field: string): boolean => field.startsWith('cancel_');

/** Specification, Limits. */
function checkMetadata(metadata: JsonValue): void {
  if (!isJsonObject(metadata)) throw new Refusal(400, 'service_metadata must be an object.');
  const problem = findMetadataProblem(metadata);
  if (problem !== null) throw new Refusal(400, `service_metadata is not valid: ${problem}.`);
}

/**
 * Active users with whether each may use all `proxy_ids`, and the two errors of the specification ("list/options",
 * Errors), which shows no statuses.
 */
function listAccess(account: DemoAccount, body: JsonObject): JsonObject[] {
  const { proxy_ids: ids, search_filter: filter } = body;
  if (!Array.isArray(ids) || filter !== undefined) {
    throw new Refusal(400, 'Either proxy_ids or search_filter must be provided, but not both.');
  }
  const proxies = ids.flatMap((id: JsonValue): JsonObject[] => {
    const proxy = account.proxies.find(readText(id));
    return proxy ? [proxy] : [];
  });
  if (proxies.length === 0) {
    throw new Refusal(404, 'No proxies were found for the specified criteria.');
  }
  const proxyIds = new Set(proxies.map((proxy) => readText(proxy['proxy_id'])));
  const serviceIds = new Set(proxies.map((proxy) => readText(proxy['service_id'])));
  return activeUsers(account.proxyUsers).map((user) => ({
    has_access: hasAccess(user, proxyIds, serviceIds),
    proxy_user_id: user['proxy_user_id'] ?? null,
    proxy_user_is_default: user['proxy_user_is_default'] ?? false,
  }));
}

const lists: {
  readonly [L in SyncList]: readonly [name: string, of: (account: DemoAccount) => RowTable];
} = {
  services: ['Service', (account) => account.services],
  proxies: ['Proxy', (account) => account.proxies],
  proxy_users: ['Proxy user', (account) => account.proxyUsers],
  residential_ledger: ['Residential ledger', (account) => account.residentialLedger],
};

const recordAnswers: { readonly [K in RecordKind]: Answer } = {
  service: answerRow('Service', (account) => account.services),
  proxy({ account, id }) {
    const proxy = account.proxies.find(id);
    return answerOne('Proxy', proxy?.['proxy_status'] === 'in_use' ? proxy : undefined);
  },
  proxy_user: answerRow('Proxy user', (account) => account.proxyUsers),
  service_adjustment: answerRow('Service adjustment', (account) => account.adjustments),
  residential_ledger: answerRow('Residential ledger', (account) => account.residentialLedger),
  mobile_ledger: answerRow('Mobile ledger', (account) => account.mobileLedger),
  city: answerRow('City', () => cities),
  asn: answerRow('ASN', () => asns),
  country: answerRow('Country', () => countries),
  subdivision: answerRow('Subdivision', () => subdivisions),
  residential_summary: ({ account }) => answerOne('Residential summary', account.summary('residential')),
  mobile_summary: ({ account }) => answerOne('Mobile summary', account.summary('mobile')),
  customer: ({ account }) => answerOne('Customer', account.customer()),
  catalog: ({ account }) => answerOne('Checkout catalog', account.catalog),
  availability: ({ query }) => ({
    data: describeAvailability(query['group_by']),
    message: 'Residential availability search successful.',
  }),
};

const actionAnswers: { readonly [A in keyof typeof actions]: Answer } = {
  edit_service: editService,
  list_proxy_options: ({ account, body }) => ({
    data: listAccess(account, body),
    message: 'Proxy list options successfully retrieved.',
  }),
  create_proxy_test_run: ({ account, body, seed, testRunCount, nowMs }) =>
    runProxyTest(account, body, { seed, runNumber: testRunCount, nowMs }),
};

export interface Route extends Operation {
  readonly answer: Answer;
}

/** Every operation (specification, Endpoints). */
export const routes: readonly Route[] = [
  ...routesOf(searches, (list): Answer => {
    const [name, tableOf] = lists[list];
    return ({ account, query }) => answerPage(tableOf(account), query, name);
  }),
  ...routesOf(records, (kind) => recordAnswers[kind]),
  ...routesOf(actions, (action) => actionAnswers[action]),
];

function routesOf<K extends string>(
  operations: { readonly [Name in K]: Operation },
  answerOf: (name: K) => Answer,
): Route[] {
  // Own keys only.
  return (Object.keys(operations) as K[]).map((name) => {
    const { method, path } = operations[name];
    return { method, path, answer: answerOf(name) };
  });
}
