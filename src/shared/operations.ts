/**
 * The 22 operations of the service as data (specification, Endpoints). The client, syncs, `show`, the demo service and
 * the tests read these tables.
 */
import { ownValue } from './own-value.ts';
import { fail } from './failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { adjustmentFields, serviceFields } from './records/service.ts';
import { availabilityGroups, checkoutProductFields } from './records/catalog.ts';
import { customerFields } from './records/customer.ts';
import type { FieldTable } from './records/field.ts';
import { proxyFields } from './records/proxy.ts';
import { proxyUserFields } from './records/proxy-user.ts';
import { referenceFields } from './records/reference.ts';
import {
  mobileLedgerFields,
  mobileSummaryFields,
  residentialLedgerFields,
  residentialSummaryFields,
} from './records/usage.ts';
import type { SyncList, SyncRecords } from './sync.ts';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the base address, with `{id}`. */
  readonly path: string;
}

export interface RecordOperation extends Operation {
  /** Whether a response is this record; others are discarded. */
  readonly isRecord: (record: JsonObject, id: string) => boolean;
  /** Undefined: an account has one. */
  readonly idField?: string;
  /** The query for an ID that is not in the path. */
  readonly query?: (id: string) => { readonly [name: string]: string };
  /** The list whose rows have the record; undefined: it is cached as received. */
  readonly rowOf?: SyncList | 'adjustments';
  /** Keeps the previous response. */
  readonly keepsBefore?: true;
  /** The message for a missing record, if it means more than that the record does not exist. */
  readonly notFound?: string;
  readonly step?: Exclude<SyncRecords, 'adjustments'>;
  /** The word after `proxydeck show`, if no list of the record has one. */
  readonly shownAs?: string;
}

const userPath = '/public/user';

const search = (noun: string): Operation => ({ method: 'GET', path: `${userPath}/${noun}/search` });

/** Has a specified field, and the requested ID if any. */
const hasFieldOf =
  (fields: FieldTable, idField?: string) =>
  (record: JsonObject, id: string): boolean =>
    Object.keys(fields).some((field) => Object.hasOwn(record, field)) &&
    (idField === undefined || isSameId(ownValue(record, idField), id));

function isSameId(value: JsonValue | undefined, id: string): boolean {
  if (value === undefined || value === null) return true;
  const isScalar = typeof value === 'string' || typeof value === 'number';
  return (isScalar || typeof value === 'bigint') && String(value).toLowerCase() === id.toLowerCase();
}

type Rest = Pick<RecordOperation, 'rowOf' | 'notFound' | 'step' | 'shownAs'>;

const byId = (noun: string, fields: FieldTable, rest: Rest = {}): RecordOperation => ({
  method: 'GET',
  path: `${userPath}/${noun}/retrieve/{id}`,
  idField: `${noun}_id`,
  isRecord: hasFieldOf(fields, `${noun}_id`),
  ...rest,
});

const single = (
  path: string,
  isRecord: RecordOperation['isRecord'],
  rest: Rest & Pick<RecordOperation, 'query' | 'keepsBefore'>,
): RecordOperation => ({ method: 'GET', path: userPath + path, isRecord, ...rest });

const isProduct = hasFieldOf(checkoutProductFields);

export const searches: { readonly [L in SyncList]: Operation } = {
  services: search('service'),
  proxies: search('proxy'),
  proxy_users: search('proxy_user'),
  residential_ledger: search('residential_ledger'),
};

export const records = {
  service: byId('service', serviceFields, { rowOf: 'services' }),
  proxy: byId('proxy', proxyFields, {
    rowOf: 'proxies',
    notFound:
      'The service does not find this proxy. It finds only proxies in use, so it may still exist. Cached data is unchanged. Sync to be sure.',
  }),
  proxy_user: byId('proxy_user', proxyUserFields, { rowOf: 'proxy_users' }),
  service_adjustment: byId('service_adjustment', adjustmentFields, {
    rowOf: 'adjustments',
    shownAs: 'adjustment',
  }),
  residential_ledger: byId('residential_ledger', residentialLedgerFields, {
    rowOf: 'residential_ledger',
  }),
  // The specification describes no search.
  mobile_ledger: byId('mobile_ledger', mobileLedgerFields, { shownAs: 'mobile-ledger' }),
  city: byId('city', referenceFields.city, { shownAs: 'city' }),
  asn: byId('asn', referenceFields.asn, { shownAs: 'asn' }),
  country: byId('country', referenceFields.country, { shownAs: 'country' }),
  subdivision: byId('subdivision', referenceFields.subdivision, { shownAs: 'subdivision' }),
  residential_summary: single('/residential/summary', hasFieldOf(residentialSummaryFields), {
    step: 'summaries',
    shownAs: 'summary residential',
  }),
  mobile_summary: single('/mobile/summary', hasFieldOf(mobileSummaryFields), {
    step: 'summaries',
    shownAs: 'summary mobile',
  }),
  customer: single('/customer/retrieve', hasFieldOf(customerFields), {
    step: 'customer',
    shownAs: 'customer',
  }),
  /** At least one product. */
  catalog: single(
    '/checkout/catalog',
    (answer) => {
      const products = Object.values(answer);
      if (!products.every(isJsonObject)) return false;
      return products.length === 0 || products.some((product) => isProduct(product, onlyId));
    },
    { step: 'catalog', shownAs: 'catalog' },
  ),
  /** The ID is the grouping; the specification names only this filter. */
  availability: single('/residential_availability/search', (answer) => Array.isArray(answer['residential_options']), {
    query: groupsOf,
    keepsBefore: true,
    shownAs: 'availability',
  }),
} as const satisfies Readonly<Record<string, RecordOperation>>;

export type RecordKind = keyof typeof records;

/** With a body. */
export const actions = {
  edit_service: { method: 'PATCH', path: `${userPath}/service/edit/{id}` },
  list_proxy_options: { method: 'POST', path: `${userPath}/proxy/list/options` },
  create_proxy_test_run: { method: 'POST', path: `${userPath}/proxy_test_run/create` },
} as const satisfies Readonly<Record<string, Operation>>;

// `Object.keys` of a table has its own keys and no others.
export const recordKinds = Object.keys(records) as readonly RecordKind[];

export const onlyId = '';

/** The row of a kind, in a common type. */
export const recordOperation = (kind: RecordKind): RecordOperation => records[kind];

export function kindOfRow(list: SyncList): RecordKind {
  const [kind] = recordKindsWith(({ rowOf }) => rowOf === list);
  if (kind === undefined) throw new Error(`No operation retrieves a row of ${list}.`);
  return kind;
}

/** Kinds that meet a condition, in order. */
export const recordKindsWith = (holds: (row: RecordOperation) => boolean): readonly RecordKind[] =>
  recordKinds.filter((kind) => holds(records[kind]));

/** @throws FailureError `invalid-input` for an unknown group */
function groupsOf(id: string): { readonly [name: string]: string } {
  const groups = id === onlyId ? [] : id.split(',');
  const unknown = groups.find((group) => !availabilityGroups.some((known) => known === group));
  if (unknown !== undefined) {
    throw fail('invalid-input', `Availability can't be grouped by "${unknown}": ${availabilityGroups.join(', ')}.`);
  }
  return groups.length === 0 ? {} : { group_by: groups.join(',') };
}

/**
 * Puts an ID into a path.
 *
 * @throws FailureError `invalid-input` if it would change the path
 */
export function pathOf({ path }: Operation, id: string): string {
  if (!path.includes('{id}')) return path;
  // Steps of an address, even percent-encoded.
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) {
    throw fail('invalid-input', `"${id}" is not an ID. Nothing was sent.`);
  }
  return path.replace('{id}', () => encodeURIComponent(id));
}
