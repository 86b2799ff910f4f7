import { ownValue } from '../../../shared/own-value.ts';
import { adjustmentFields } from '../../../shared/records/service.ts';
import { changeFields } from '../../../shared/records/change.ts';
import { figureFields } from '../../../shared/records/gateway-figure.ts';
import { requestFields } from '../../../shared/records/gateway-request.ts';
import { resultFields, testedFields } from '../../../shared/records/test-result.ts';
import { holdsPlaceCode, type FieldKind, type FieldTable } from '../../../shared/records/field.ts';
import { parseIpv4, parseIpv6 } from '../../../shared/ip-address.ts';
import { proxyWordFields } from '../../../shared/records/proxy.ts';
import { isOwnList, lists, type ListName, type OwnList } from '../../../shared/lists.ts';
import { mapSyncLists, type SyncList } from '../../../shared/sync.ts';
import { fold } from '../sqlite/sql-functions.ts';
import { toBlob, type ColumnForm } from './column-form.ts';
import type { SqlValue } from '../sqlite/connection.ts';

/** Named like its field. */
export interface Column {
  readonly field: string;
  readonly form: ColumnForm;
  /** Place codes in upper case; `rest` has any other spelling. */
  readonly hasPlaceCodes?: boolean | undefined;
}

interface ComputedColumn {
  readonly name: string;
  readonly type: 'INTEGER' | 'BLOB' | 'TEXT';
  compute(valueOf: (field: string) => SqlValue): SqlValue;
}

/** IDs in a table of their own, one row each, in order. */
interface IdList {
  readonly table: string;
  readonly field: string;
}

/** A resource's table. Other fields go into `rest` or `secrets`. */
export interface Layout {
  readonly table: string;
  readonly fields: FieldTable;
  /** Also the first of `columns`. */
  readonly id: Column;
  readonly columns: readonly Column[];
  readonly computed: readonly ComputedColumn[];
  readonly lists: readonly IdList[];
  /** Fields with a column or a list. */
  readonly held: ReadonlySet<string>;
  /** Fields that the specification calls secret. */
  readonly secretFields: readonly string[];
  /** The column that authenticates the secrets. */
  readonly owner: string;
  /** Secrets that many rows share have their own table. */
  readonly sharesSecrets: boolean;
  readonly holdsSecrets: boolean;
  /** In their own file: a first fill creates them last. */
  readonly hasOwnIndexes: boolean;
  /** The row key is the ID as text, which needs no index. */
  readonly isIdKey: boolean;
  /** The JSON of a row's other fields, as an expression. */
  readonly rest: string;
}

const formOfKind: { readonly [K in FieldKind]: ColumnForm | null } = {
  id: 'text',
  'text-id': 'text',
  'number-id': 'integer',
  text: 'text',
  code: 'text',
  country: 'text',
  region: 'text',
  cycle: 'text',
  cycles: null,
  integer: 'integer',
  bytes: 'integer',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  datetime: 'text',
  date: 'text',
  secret: null,
  ids: 'texts',
  object: null,
};

/** Describes a table; `fields` begin with the ID. */
export function makeLayout(
  table: string,
  fields: FieldTable,
  special: Partial<
    Pick<
      Layout,
      'computed' | 'lists' | 'owner' | 'sharesSecrets' | 'holdsSecrets' | 'hasOwnIndexes' | 'isIdKey' | 'rest'
    >
  > = {},
): Layout {
  const { computed = [], lists = [], sharesSecrets = false } = special;
  const { holdsSecrets = true, hasOwnIndexes = false } = special;
  const { isIdKey = false, rest = 'r.rest' } = special;
  const columns = Object.entries(fields).flatMap(([field, description]): Column[] => {
    const form = formOfKind[description.kind];
    if (form === null || lists.some((list) => list.field === field)) return [];
    return [{ field, form, hasPlaceCodes: holdsPlaceCode(description) }];
  });
  const [id = { field: '', form: 'text' } as const] = columns;
  const held = new Set([...columns, ...lists].map(({ field }) => field));
  const secretFields = Object.keys(fields).filter((field) => ownValue(fields, field)?.kind === 'secret');
  const owner = special.owner ?? id.field;
  const secrets = { secretFields, owner, sharesSecrets, holdsSecrets };
  const stored = { hasOwnIndexes, isIdKey, rest };
  return { table, fields, id, columns, computed, lists, held, ...stored, ...secrets };
}

const ofKeys = { holdsSecrets: false, isIdKey: true } as const;

/** Ends a field, so that no word spans two. */
const searchSeparator = '\u001f';

const proxyColumns: readonly ComputedColumn[] = [
  // Early columns are read fastest.
  {
    name: 'search',
    type: 'TEXT',
    compute(valueOf) {
      let text = '';
      for (const field of proxyWordFields.names) {
        const value = valueOf(field);
        if (typeof value === 'string' && value !== '') text += value + searchSeparator;
      }
      // Codes in lower case have their own columns.
      for (const field of proxyWordFields.codes) {
        const value = valueOf(field);
        if (typeof value === 'string' && value !== fold(value)) text += value + searchSeparator;
      }
      return fold(text);
    },
  },
  // As a number and as 16 bytes, for order and blocks.
  {
    name: 'ipv4',
    type: 'INTEGER',
    compute: (valueOf) => ipv4Of(valueOf('proxy_ip_address')),
  },
  {
    name: 'ipv6',
    type: 'BLOB',
    compute: (valueOf) => ipv6Of(valueOf('proxy_ip_address_v6')),
  },
];

/** The column `ipv4`; null if it is not an address. */
export const ipv4Of = (address: SqlValue): number | null =>
  (typeof address === 'string' ? parseIpv4(address) : null) ?? null;

/** The column `ipv6`; null if it is not an address. */
export function ipv6Of(address: SqlValue): Buffer | null {
  const parsed = typeof address === 'string' ? parseIpv6(address) : undefined;
  return parsed ? toBlob(parsed) : null;
}

const special: { readonly [L in SyncList]?: Parameters<typeof makeLayout>[2] } = {
  proxies: {
    computed: proxyColumns,
    owner: 'default_proxy_user_username',
    sharesSecrets: true,
    hasOwnIndexes: true,
  },
  proxy_users: {
    lists: [
      { table: 'proxy_user_proxy', field: 'restricted_proxy_ids' },
      { table: 'proxy_user_service', field: 'restricted_service_ids' },
    ],
  },
};

export type StoredList = SyncList | 'adjustments';

export const layouts: { readonly [L in StoredList]: Layout } = {
  // Named like the ID.
  ...mapSyncLists((list) => makeLayout(lists[list].idField.replace(/_id$/, ''), lists[list].fields, special[list])),
  adjustments: makeLayout('service_adjustment', adjustmentFields),
};

/** As in records.sql, its successors and request-log.sql. */
export const ownLayouts: { readonly [L in OwnList]: Layout } = {
  changes: makeLayout('change', changeFields, { holdsSecrets: false }),
  tested: makeLayout('tested_proxy', testedFields, { ...ofKeys, rest: 'NULL' }),
  results: makeLayout('test_result', resultFields, {
    ...ofKeys,
    rest: `CASE WHEN r.extra IS NOT NULL THEN json_object('fields', json(r.extra)) END`,
  }),
  requests: makeLayout('gateway_request', requestFields, {
    ...ofKeys,
    rest: `CASE WHEN r.tries IS NOT NULL THEN json_object('fields', json_object('tries', json(r.tries))) END`,
  }),
  // In memory: `createFigures` adds them up.
  hosts: makeLayout('gateway_figure', figureFields, { holdsSecrets: false, rest: 'NULL' }),
};

export const layoutOf = (list: ListName): Layout => (isOwnList(list) ? ownLayouts[list] : layouts[list]);
