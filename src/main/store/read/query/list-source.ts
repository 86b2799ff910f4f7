import { ownValue } from '../../../../shared/own-value.ts';
import { usageKinds, type UsageKind } from '../../../../shared/records/usage.ts';
import { mapLists, type ListName } from '../../../../shared/lists.ts';
import { namesOfShownFields } from '../../../../shared/records/field.ts';
import type { ColumnForm } from '../../schema/column-form.ts';
import { layoutOf, type Column, type Layout } from '../../schema/layout.ts';
import { accessCount, proxiesPerService } from './access-condition.ts';
import { tagNames } from './query-annotation.ts';

interface Expression extends Column {
  readonly sql: string;
  /** Sorts in place of `sql`. */
  readonly order?: string | undefined;
}

/** The tables and fields of a list's rows `r`. */
export interface ListSource {
  readonly list: ListName;
  readonly layout: Layout;
  /** Common tables of computed expressions; may be empty. */
  readonly with: string;
  /** By unique keys: SQLite drops unused joins. */
  readonly joins: string;
  /** By API field or name of the row type. */
  readonly expressions: ReadonlyMap<string, Expression>;
  readonly rowFields: readonly string[];
  readonly isNewestFirst: boolean;
}

type Computed = readonly [name: string, sql: string, form: ColumnForm];

interface Special {
  readonly with?: string;
  readonly joins?: string;
  readonly computed?: readonly Computed[];
  /** Fields sorted by another column. */
  readonly orders?: { readonly [field: string]: string };
  readonly isNewestFirst?: boolean;
}

/** For a column of a row `r`. */
export const nameOfService = (column: string): string =>
  `(SELECT s.service_name FROM service s WHERE s.service_id = r.${column})`;

const ofService = {
  join: 'LEFT JOIN service ON service.service_id = r.service_id',
  computed: ['service_name', 'service.service_name', 'text'],
} as const;

export function makeSource(list: ListName, layout: Layout, parts: Special = {}): ListSource {
  const { orders = {} } = parts;
  const namesService = list !== 'services' && list !== 'hosts' && layout.held.has('service_id');
  const computed = [...(namesService ? [ofService.computed] : []), ...(parts.computed ?? [])];
  const expressions = new Map<string, Expression>();
  const add = (field: string, sql: string, form: ColumnForm): void => {
    expressions.set(field, { field, sql, form, order: ownValue(orders, field) });
  };
  for (const { field, form } of layout.columns) add(field, `r.${field}`, form);
  for (const { field, table } of layout.lists) {
    add(field, `(SELECT count(*) FROM ${table} l WHERE l.row_key = r.key)`, 'integer');
  }
  for (const [field, { kind }] of Object.entries(layout.fields)) {
    if (kind === 'object') add(field, `json_extract(r.rest, '$.fields."${field}"')`, 'text');
  }
  for (const [name, sql, form] of computed) add(name, sql, form);
  return {
    list,
    layout,
    with: parts.with ?? '',
    joins: [namesService ? ofService.join : '', parts.joins ?? ''].join(' '),
    expressions,
    isNewestFirst: parts.isNewestFirst ?? false,
    rowFields: [...namesOfShownFields(layout.fields), ...computed.map(([name]) => name)],
  };
}

const access = accessCount({ perService: proxiesPerService('TRUE'), where: 'TRUE', user: 'r' });

const hourMs = 3_600_000;

/** `TestHour`s of the last 24 hours as JSON; null, at no cost, without a joined `proxy_test`. */
const testHours = `CASE WHEN proxy_test.proxy_id IS NOT NULL THEN (
  SELECT json_group_array(json_array(hour, passed, failed, response_time)) FROM (
    SELECT received_at_ms / ${String(hourMs)} AS hour,
      sum(proxy_test_result_is_successful IS 1) AS passed,
      sum(proxy_test_result_is_successful IS 0) AS failed,
      round(avg(proxy_test_result_response_time) FILTER (WHERE proxy_test_result_is_successful)) AS response_time
    FROM test_result t
    WHERE t.proxy_id = r.proxy_id AND t.key >= proxy_test.first_result_id AND t.fault IS NOT 'machine'
      AND t.received_at_ms BETWEEN unixepoch() * 1000 - ${String(24 * hourMs)} AND (unixepoch() + 1) * 1000
    GROUP BY hour ORDER BY hour
  )
) END`;

const tagsOfChanged = `(SELECT nullif(json_group_array(tag.name ORDER BY tag.name), '[]')
  FROM tag WHERE tag.id IN (
    SELECT tag_id FROM proxy_tag WHERE r.list = 'proxies' AND proxy_id = r.record_id
    UNION SELECT tag_id FROM service_tag WHERE r.list = 'services' AND service_id = r.record_id))`;

const hasChangedNote = `(r.list = 'proxies' AND EXISTS (
  SELECT 1 FROM proxy_note WHERE proxy_note.proxy_id = r.record_id))`;

const ofCachedProxy = [
  ['country_id', 'p.country_id', 'text'],
  ['city_name', 'p.city_name', 'text'],
  ['asn_name', 'p.asn_name', 'text'],
] as const satisfies readonly Computed[];

const ofTestedProxy = {
  joins: `LEFT JOIN test_run run ON run.id = r.test_run_id
    LEFT JOIN proxy p ON p.proxy_id = r.proxy_id`,
  computed: [['source', 'run.source', 'text'], ['run_started_at', 'run.started_at', 'text'], ...ofCachedProxy],
} as const;
/** Only counted and compared. */
const furtherOfTestedProxy = {
  country_name: 'p.country_name',
  subnet_id: 'coalesce(p.subnet_id, p.subnet_id_v6)',
  service_name: nameOfService('service_id').replace('r.', 'p.'),
} as const;
/** Expressions by field that lists of tests compare, but do not show. */
export const furtherExpressions: { readonly [field: string]: string } = furtherOfTestedProxy;

/**
 * Whether a tested proxy `r` worked in the newest run of the other source; null: not tested. The hint avoids scanning
 * runs.
 */
export const worksElsewhere = `(SELECT b.success_count = b.result_count
  FROM tested_proxy b INDEXED BY tested_proxy_by_proxy
  CROSS JOIN test_run o ON o.id = b.test_run_id AND o.source =
    iif((SELECT source FROM test_run WHERE id = r.test_run_id) = 'service', 'here', 'service')
  WHERE b.proxy_id = r.proxy_id AND b.result_count > 0 ORDER BY b.test_run_id DESC LIMIT 1)`;

/** Phases and status of the last result with an outcome. The plus starts with the proxy, which has few results. */
const lastPhases = `(SELECT iif(t.reason IS NULL AND t.bytes IS NULL, NULL, json_array(
    t.lookup_ms, t.connect_ms, t.handshake_ms, t.tls_ms, t.first_byte_ms, t.body_ms, t.status))
  FROM test_result t WHERE t.proxy_id = r.proxy_id AND +t.test_run_id = r.test_run_id
    AND t.proxy_test_result_is_successful IS NOT NULL
  ORDER BY t.received_at_ms DESC, t.key DESC LIMIT 1)`;

const usedPercentOf = (kind: UsageKind): string =>
  `iif(r.proxy_user_${kind}_bytes_limit > 0,
    100.0 * r.proxy_user_${kind}_bytes_used / r.proxy_user_${kind}_bytes_limit, NULL)`;
/** The higher percentage of a user's data limits; null: no limit. */
export const dataUsedPercent = `nullif(max(${usageKinds
  .map((kind) => `coalesce(${usedPercentOf(kind)}, -1)`)
  .join(', ')}), -1)`;

/** Additions to the lists' own columns. */
const special: { readonly [L in ListName]?: Special } = {
  proxies: {
    joins: `LEFT JOIN proxy_test ON proxy_test.proxy_id = r.proxy_id
      LEFT JOIN proxy_note ON proxy_note.proxy_id = r.proxy_id`,
    orders: { proxy_ip_address: 'r.ipv4', proxy_ip_address_v6: 'r.ipv6' },
    computed: [
      ['testCount', 'coalesce(proxy_test.test_count, 0)', 'integer'],
      ['testSuccessCount', 'coalesce(proxy_test.success_count, 0)', 'integer'],
      ['lastTestDatetime', 'proxy_test.last_datetime', 'text'],
      ['testSuccessPercent', '(100.0 * proxy_test.success_count / nullif(proxy_test.test_count, 0))', 'number'],
      ['lastTestedAtMs', 'proxy_test.last_received_at_ms', 'integer'],
      ['isLastTestSuccessful', 'proxy_test.last_is_successful', 'boolean'],
      ['lastResponseTime', 'proxy_test.last_response_time', 'integer'],
      ['lastTestSource', 'proxy_test.last_source', 'text'],
      ['lastTestCode', 'proxy_test.last_code', 'text'],
      ['lastTestFault', 'proxy_test.last_fault', 'text'],
      ['testHours', testHours, 'json'],
      ['tags', tagNames('proxies'), 'texts'],
      ['note', 'proxy_note.note', 'text'],
    ],
  },
  services: {
    joins: 'LEFT JOIN service_note ON service_note.service_id = r.service_id',
    computed: [
      ['proxyCount', '(SELECT count(*) FROM proxy p WHERE p.service_id = r.service_id)', 'integer'],
      ['tags', tagNames('services'), 'texts'],
      ['note', 'service_note.note', 'text'],
    ],
  },
  proxy_users: {
    with: access.with,
    orders: { proxy_user_id: 'natural(r.proxy_user_id)' },
    computed: [
      ['restrictedServiceCount', '(SELECT count(*) FROM proxy_user_service l WHERE l.row_key = r.key)', 'integer'],
      ['restrictedProxyCount', '(SELECT count(*) FROM proxy_user_proxy l WHERE l.row_key = r.key)', 'integer'],
      [
        'restrictedServiceNames',
        `(SELECT json_group_array(name) FROM (
          SELECT coalesce(s.service_name, l.value) AS name FROM proxy_user_service l
          LEFT JOIN service s ON s.service_id = l.value
          WHERE l.row_key = r.key ORDER BY l.position LIMIT 3))`,
        'texts',
      ],
      ['ipAuthenticationCount', 'coalesce(json_array_length(r.ip_address_authentications), 0)', 'integer'],
      ['accessibleProxyCount', access.expression, 'integer'],
      ['dataUsedPercent', dataUsedPercent, 'number'],
    ],
  },
  changes: {
    isNewestFirst: true,
    computed: [
      ['changes', `json_extract(r.rest, '$.fields."values"')`, 'json'],
      ['movedAnnotations', "json_extract(r.rest, '$.fields.moved')", 'json'],
      ['tags', tagsOfChanged, 'texts'],
      ['hasNote', hasChangedNote, 'boolean'],
    ],
  },
  tested: {
    ...ofTestedProxy,
    computed: [
      ...ofTestedProxy.computed,
      ['elsewhere', worksElsewhere, 'boolean'],
      ['last', lastPhases, 'json'],
      ['connectTime', `(${lastPhases} ->> 1)`, 'integer'],
    ],
  },
  requests: {
    isNewestFirst: true,
    joins: 'LEFT JOIN proxy p ON p.proxy_id = r.proxy_id',
    computed: [...ofCachedProxy, ['tries', 'r.tries', 'json']],
  },
  results: {
    ...ofTestedProxy,
    computed: [...ofTestedProxy.computed, ['receivedAtMs', 'r.received_at_ms', 'integer']],
  },
};

export const sources = mapLists<{ readonly [L in ListName]: ListSource }>((list) =>
  makeSource(list, layoutOf(list), special[list]),
);
