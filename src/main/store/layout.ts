import { adjustmentFields } from '../../shared/adjustment.ts';
import type { FieldKind, FieldTable } from '../../shared/field.ts';
import { proxyFields } from '../../shared/proxy.ts';
import { proxyUserFields } from '../../shared/proxy-user.ts';
import { serviceFields } from '../../shared/service.ts';
import type { SyncList } from '../../shared/sync.ts';
import { residentialLedgerFields } from '../../shared/usage.ts';
import type { ColumnForm } from './column-form.ts';

/** A column has the name of the field that it holds. */
export interface Column {
  readonly field: string;
  readonly form: ColumnForm;
}

/** Fields that repeat between rows together: one tuple in a table of its own. */
export interface Group {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Whether the secret fields of the record stand here, instead of in the row. */
  readonly keepsSecrets: boolean;
  /** Whether the row names it through its profile, instead of by itself. */
  readonly isInProfile: boolean;
}

/** A list of ids in a table of its own, one row an id, in order. */
export interface IdList {
  readonly table: string;
  readonly field: string;
  readonly form: ColumnForm;
}

/** Where the fields of one resource stand. What stands nowhere goes into `extra`. */
export interface Layout {
  readonly table: string;
  readonly fields: FieldTable;
  /** The column that holds the id; always the first of `columns`. */
  readonly id: Column;
  readonly columns: readonly Column[];
  readonly groups: readonly Group[];
  readonly lists: readonly IdList[];
}

const formOfKind: { readonly [K in FieldKind]: ColumnForm | null } = {
  id: 'text',
  text: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  datetime: 'text',
  date: 'text',
  secret: null,
  ids: 'texts',
  object: null,
};

function makeLayout(parts: {
  table: string;
  fields: FieldTable;
  id: string;
  forms?: { readonly [field: string]: ColumnForm };
  groups?: readonly {
    table: string;
    fields: readonly string[];
    keepsSecrets?: boolean;
    isInProfile?: boolean;
  }[];
  lists?: readonly IdList[];
}): Layout {
  const { table, fields, forms = {}, lists = [] } = parts;
  const columnOf = (field: string): Column | undefined => {
    const kind = fields[field];
    const form = forms[field] ?? (kind === undefined ? null : formOfKind[kind]);
    return form === null ? undefined : { field, form };
  };
  const columnsOf = (names: readonly string[]): Column[] =>
    names.map(columnOf).filter((column) => column !== undefined);
  const groups = (parts.groups ?? []).map((group) => ({
    table: group.table,
    columns: columnsOf(group.fields),
    keepsSecrets: group.keepsSecrets ?? false,
    isInProfile: group.isInProfile ?? false,
  }));
  const elsewhere = new Set([
    parts.id,
    ...groups.flatMap((group) => group.columns.map(({ field }) => field)),
    ...lists.map(({ field }) => field),
  ]);
  const id: Column = { field: parts.id, form: forms[parts.id] ?? 'text' };
  const rest = columnsOf(Object.keys(fields).filter((field) => !elsewhere.has(field)));
  return { table, fields, id, columns: [id, ...rest], groups, lists };
}

/** What is kept in tables of its own, a row a record. */
export type StoredList = SyncList | 'adjustments';

/** The layout of each. */
export const layouts: { readonly [L in StoredList]: Layout } = {
  proxies: makeLayout({
    table: 'proxy',
    fields: proxyFields,
    id: 'proxy_id',
    forms: {
      proxy_id: 'uuid',
      service_line_item_id: 'uuid',
      ip_address_id_v4: 'uuid',
      ip_address_id_v6: 'uuid',
      proxy_ip_address: 'ipv4',
      proxy_ip_address_v6: 'ipv6',
    },
    groups: [
      {
        table: 'trait',
        isInProfile: true,
        fields: ['customer_id', 'proxy_status', 'proxy_type', 'proxy_protocol', 'proxy_is_online'],
      },
      {
        table: 'place',
        isInProfile: true,
        fields: [
          'country_id',
          'country_name',
          'subdivision_id',
          'subdivision_name',
          'city_id',
          'city_name',
          'city_timezone',
          'city_example_postcode',
          'city_latitude',
          'city_longitude',
        ],
      },
      { table: 'network', isInProfile: true, fields: ['asn_id', 'asn_name'] },
      { table: 'subnet', fields: ['subnet_id', 'subnet_id_v6'] },
      { table: 'service_ref', isInProfile: true, fields: ['service_id'] },
      { table: 'user_set', fields: ['proxy_user_ids'] },
      { table: 'credential', fields: ['default_proxy_user_username'], keepsSecrets: true },
    ],
  }),
  services: makeLayout({ table: 'service', fields: serviceFields, id: 'service_id' }),
  proxy_users: makeLayout({
    table: 'proxy_user',
    fields: proxyUserFields,
    id: 'proxy_user_id',
    lists: [
      { table: 'proxy_user_proxy', field: 'restricted_proxy_ids', form: 'uuid' },
      { table: 'proxy_user_service', field: 'restricted_service_ids', form: 'text' },
    ],
  }),
  residential_ledger: makeLayout({
    table: 'residential_ledger',
    fields: residentialLedgerFields,
    id: 'residential_ledger_id',
    forms: { residential_ledger_id: 'uuid' },
  }),
  adjustments: makeLayout({
    table: 'service_adjustment',
    fields: adjustmentFields,
    id: 'service_adjustment_id',
  }),
};
