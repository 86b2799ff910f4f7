import type { QueryList } from '../../shared/query-term.ts';
import { accessCount, proxiesPerService } from './access.ts';
import type { ColumnForm } from './column-form.ts';
import { tagNames } from './query-annotation.ts';
import { layouts, type Column, type Layout } from './layout.ts';

/** Something that can be shown and sorted by: a name, how it is computed, how it is stored. */
export interface Expression extends Column {
  readonly sql: string;
}

/** One browsable list: which tables its rows `r` come from and what they show. */
export interface ListSource {
  readonly list: QueryList;
  readonly layout: Layout;
  /** Common tables that computed expressions need, in front of the statement; empty: none. */
  readonly with: string;
  /** What is joined to `r`, each by a unique key: what isn't used is left out by SQLite. */
  readonly joins: string;
  /** `r` with its joins. */
  readonly from: string;
  /** What is joined to `profile`, and the tables that come with it. */
  readonly profileJoins: string;
  readonly profileTables: ReadonlySet<string>;
  /** By API field or name of the row type. */
  readonly expressions: ReadonlyMap<string, Expression>;
  /** Names of the row type, in order. */
  readonly rowFields: readonly string[];
  /** Fields whose order an index has. */
  readonly indexedFields: ReadonlySet<string>;
  /** Fields that are above nothing only where a proxy has been tested. */
  readonly testedFields: ReadonlySet<string>;
}

function makeSource(parts: {
  list: QueryList;
  layout: Layout;
  with?: string;
  joins?: string;
  /** The join of `service`, for a list with profiles. */
  profileJoins?: string;
  computed: readonly (readonly [name: string, sql: string, form: ColumnForm])[];
  rowFields: readonly string[];
  indexedFields?: readonly string[];
  testedFields?: readonly string[];
}): ListSource {
  const { list, layout, computed, rowFields } = parts;
  const expressions = new Map<string, Expression>();
  const add = (field: string, sql: string, form: ColumnForm): void => {
    expressions.set(field, { field, sql, form });
  };
  for (const { field, form } of layout.columns) add(field, `r.${field}`, form);
  for (const group of layout.groups) {
    for (const { field, form } of group.columns) add(field, `${group.table}.${field}`, form);
  }
  for (const { field, table } of layout.lists) {
    add(field, `(SELECT count(*) FROM ${table} l WHERE l.row_key = r.key)`, 'integer');
  }
  for (const [field, kind] of Object.entries(layout.fields)) {
    if (kind === 'object') add(field, `json_extract(r.extra, '$."${field}"')`, 'text');
  }
  for (const [name, sql, form] of computed) add(name, sql, form);
  const join = ({ table, isInProfile }: (typeof layout.groups)[number]): string =>
    `LEFT JOIN ${table} ON ${table}.id = ${isInProfile ? 'profile' : 'r'}.${table}_id`;
  const groups = layout.groups.map(join);
  const inProfile = layout.groups.filter((group) => group.isInProfile);
  const profile = inProfile.length > 0 ? ['LEFT JOIN profile ON profile.id = r.profile_id'] : [];
  const ofProfile = parts.profileJoins ?? '';
  const joins = [...profile, ...groups, ofProfile, parts.joins ?? ''].join(' ');
  return {
    list,
    layout,
    with: parts.with ?? '',
    joins,
    from: `${layout.table} r ${joins}`,
    profileJoins: [...inProfile.map(join), ofProfile].join(' '),
    profileTables: new Set([...inProfile.map(({ table }) => table), 'service']),
    expressions,
    rowFields,
    indexedFields: new Set(parts.indexedFields),
    testedFields: new Set(parts.testedFields),
  };
}

const access = accessCount({ perService: proxiesPerService('TRUE'), where: 'TRUE', user: 'r' });

/** The lists that are browsed. */
export const sources: { readonly [L in QueryList]: ListSource } = {
  proxies: makeSource({
    list: 'proxies',
    layout: layouts.proxies,
    profileJoins: 'LEFT JOIN service ON service.service_id = service_ref.service_id',
    joins: `LEFT JOIN proxy_test ON proxy_test.proxy_id = r.proxy_id
      LEFT JOIN proxy_note ON proxy_note.proxy_id = r.proxy_id`,
    indexedFields: [
      'proxy_id',
      'proxy_ip_address',
      'proxy_ip_address_v6',
      'proxy_http_port',
      'proxy_last_update_datetime',
    ],
    testedFields: ['testCount', 'testSuccessCount', 'testSuccessPercent', 'lastTestDatetime'],
    computed: [
      ['service_name', 'service.service_name', 'text'],
      ['testCount', 'coalesce(proxy_test.test_count, 0)', 'integer'],
      ['testSuccessCount', 'coalesce(proxy_test.success_count, 0)', 'integer'],
      ['lastTestDatetime', 'proxy_test.last_datetime', 'text'],
      [
        'testSuccessPercent',
        '(100.0 * proxy_test.success_count / nullif(proxy_test.test_count, 0))',
        'number',
      ],
      ['tags', tagNames('proxies'), 'texts'],
      ['note', 'proxy_note.note', 'text'],
    ],
    rowFields: [
      'proxy_id',
      'customer_id',
      'service_id',
      'service_name',
      'service_line_item_id',
      'proxy_status',
      'proxy_type',
      'proxy_protocol',
      'proxy_is_online',
      'proxy_last_update_datetime',
      'proxy_ip_address',
      'proxy_ip_address_v6',
      'ip_address_id_v4',
      'ip_address_id_v6',
      'subnet_id',
      'subnet_id_v6',
      'proxy_http_port',
      'proxy_socks5_port',
      'default_proxy_user_username',
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
      'asn_id',
      'asn_name',
      'testCount',
      'testSuccessCount',
      'lastTestDatetime',
      'testSuccessPercent',
      'tags',
      'note',
    ],
  }),
  services: makeSource({
    list: 'services',
    layout: layouts.services,
    joins: 'LEFT JOIN service_note ON service_note.service_id = r.service_id',
    computed: [
      ['tags', tagNames('services'), 'texts'],
      ['note', 'service_note.note', 'text'],
      [
        'proxyCount',
        `(SELECT count(*) FROM proxy p WHERE p.profile_id IN (
          SELECT profile.id FROM service_ref ref JOIN profile ON profile.service_ref_id = ref.id
          WHERE ref.service_id = r.service_id))`,
        'integer',
      ],
    ],
    rowFields: [
      'service_id',
      'service_name',
      'service_type',
      'service_protocol',
      'service_status',
      'service_quantity',
      'service_total',
      'service_cycle',
      'service_creation_datetime',
      'service_expiry_datetime',
      'service_is_automatic_collection',
      'service_is_pending_cancellation',
      'country_id',
      'proxyCount',
      'tags',
      'note',
    ],
  }),
  users: makeSource({
    list: 'users',
    layout: layouts.proxy_users,
    with: access.with,
    computed: [
      [
        'restrictedServiceCount',
        '(SELECT count(*) FROM proxy_user_service l WHERE l.row_key = r.key)',
        'integer',
      ],
      [
        'restrictedProxyCount',
        '(SELECT count(*) FROM proxy_user_proxy l WHERE l.row_key = r.key)',
        'integer',
      ],
      [
        'restrictedServiceNames',
        `(SELECT json_group_array(name) FROM (
          SELECT coalesce(s.service_name, l.value) AS name FROM proxy_user_service l
          LEFT JOIN service s ON s.service_id = l.value
          WHERE l.row_key = r.key ORDER BY l.position LIMIT 3))`,
        'texts',
      ],
      [
        'ipAuthenticationCount',
        'coalesce(json_array_length(r.ip_address_authentications), 0)',
        'integer',
      ],
      ['accessibleProxyCount', access.expression, 'integer'],
    ],
    rowFields: [
      'proxy_user_id',
      'proxy_user_access_type',
      'proxy_user_is_default',
      'proxy_user_is_deleted',
      'proxy_user_is_strict_security',
      'proxy_user_enforce_https',
      'restrictedServiceCount',
      'restrictedProxyCount',
      'restrictedServiceNames',
      'ipAuthenticationCount',
      'proxy_user_residential_bytes_limit',
      'proxy_user_residential_bytes_used',
      'proxy_user_mobile_bytes_limit',
      'proxy_user_mobile_bytes_used',
      'proxy_user_creation_datetime',
      'accessibleProxyCount',
    ],
  }),
  ledger: makeSource({
    list: 'ledger',
    layout: layouts.residential_ledger,
    joins: 'LEFT JOIN service ON service.service_id = r.service_id',
    computed: [['service_name', 'service.service_name', 'text']],
    rowFields: [
      'residential_ledger_id',
      'service_id',
      'service_name',
      'service_adjustment_id',
      'invoice_id',
      'residential_ledger_bytes',
      'residential_ledger_requests',
      'residential_ledger_reason',
      'residential_ledger_period_date',
      'residential_ledger_creation_datetime',
      'residential_ledger_last_update_datetime',
    ],
  }),
};
