import type { JsonValue } from '../../shared/json.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import { annotationColumns } from '../annotations/annotation-columns.ts';
import { formatServiceTime } from '../format/format-time.ts';
import { byField } from '../table/columns/by-field.ts';
import type { GridCell, GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';
import { proxyState } from './proxy-state.ts';
import { latencyCell, successCell, testedCell, testHoursCell } from './test-cells.ts';

type ProxyColumn = GridColumn<ProxyEndpoint>;

const plain = (text: string | null): GridCell => ({ text: text ?? '', title: text ?? undefined });
const figure = (value: number | null): GridCell => ({ text: value === null ? '' : String(value) });
const code = (value: string | null): GridCell => ({
  text: value === null ? '' : labelCode(value),
  title: value ?? undefined,
});

/** Columns of the proxies view: those that come with it, in their order, then the others. */
export const proxyColumns: readonly ProxyColumn[] = [
  {
    key: 'state',
    label: 'Online',
    track: '24px',
    minPx: 24,
    priority: 99,
    sortField: 'proxy_is_online',
    variant: 'dot',
    filter: byField('online', 'proxy_is_online'),
    cell: (row) => {
      const { text, tone } = proxyState(row);
      return { text, tone, title: text };
    },
  },
  {
    key: 'address',
    label: 'Address',
    track: 'minmax(126px, 0.3fr)',
    minPx: 126,
    priority: 100,
    sortField: 'proxy_ip_address',
    variant: 'mono',
    filter: { key: 'ip', value: (row) => row.proxy_ip_address },
    cell: (row) => plain(row.proxy_ip_address ?? row.proxy_ip_address_v6),
  },
  {
    key: 'http',
    label: 'HTTP',
    track: '50px',
    minPx: 50,
    priority: 98,
    sortField: 'proxy_http_port',
    isNumber: true,
    variant: 'mono-dim',
    filter: byField('port', 'proxy_http_port'),
    cell: (row) => figure(row.proxy_http_port),
  },
  {
    key: 'socks5',
    label: 'SOCKS5',
    track: '66px',
    minPx: 66,
    priority: 50,
    sortField: 'proxy_socks5_port',
    isNumber: true,
    variant: 'mono-dim',
    filter: byField('socks', 'proxy_socks5_port'),
    cell: (row) => figure(row.proxy_socks5_port),
  },
  {
    key: 'place',
    label: 'Place',
    track: 'minmax(104px, 0.8fr)',
    minPx: 104,
    priority: 90,
    sortField: 'country_id',
    thenSortField: 'city_name',
    filter: byField('city', 'city_name', true),
    cell: (row) => ({
      lead: row.country_id ?? undefined,
      text: row.city_name ?? row.country_name ?? '',
      title: [row.city_name, row.subdivision_id, row.country_name]
        .filter((part) => part !== null)
        .join(', '),
    }),
  },
  {
    key: 'network',
    label: 'Network',
    track: 'minmax(124px, 1fr)',
    minPx: 124,
    priority: 76,
    sortField: 'asn_name',
    filter: byField('network', 'asn_name', true),
    cell: (row) => plain(row.asn_name),
  },
  {
    key: 'type',
    label: 'Type',
    track: '80px',
    minPx: 80,
    priority: 66,
    sortField: 'proxy_type',
    variant: 'dim',
    filter: byField('type', 'proxy_type'),
    value: (row) => row.proxy_type,
    cell: (row) => code(row.proxy_type),
  },
  {
    key: 'service',
    label: 'Service',
    track: 'minmax(112px, 1fr)',
    minPx: 112,
    priority: 60,
    sortField: 'service_name',
    variant: 'dim',
    filter: byField('service', 'service_id', true),
    cell: (row) => plain(row.service_name ?? row.service_id),
  },
  {
    key: 'success',
    label: 'Success',
    track: '68px',
    minPx: 68,
    priority: 82,
    sortField: 'testSuccessPercent',
    isNumber: true,
    isOfTests: true,
    cell: successCell,
  },
  {
    key: 'latency',
    label: 'Latency',
    track: '68px',
    minPx: 68,
    priority: 80,
    sortField: 'lastResponseTime',
    isNumber: true,
    isOfTests: true,
    value: (row) => row.lastResponseTime,
    cell: latencyCell,
  },
  {
    key: 'tested',
    label: 'Tested',
    track: '84px',
    minPx: 84,
    priority: 78,
    sortField: 'lastTestedAtMs',
    isDate: true,
    isOfTests: true,
    variant: 'dim',
    value: (row) => row.lastTestDatetime,
    cell: testedCell,
  },
  {
    key: 'hours',
    label: '24 h',
    track: '86px',
    minPx: 86,
    priority: 72,
    sortField: null,
    isOfTests: true,
    cell: testHoursCell,
  },
  ...annotationColumns<ProxyEndpoint>(),
  extra('proxy_id', 'Id', 250, { variant: 'mono-dim', filter: byField('id', 'proxy_id') }),
  extra('proxy_ip_address', 'IPv4', 126, {
    variant: 'mono',
    filter: byField('ip', 'proxy_ip_address'),
  }),
  extra('proxy_ip_address_v6', 'IPv6', 200, {
    variant: 'mono',
    filter: byField('ip6', 'proxy_ip_address_v6'),
  }),
  extra('subnet_id', 'Subnet', 136, {
    variant: 'mono-dim',
    filter: byField('subnet', 'subnet_id'),
  }),
  extra('subnet_id_v6', 'IPv6 subnet', 180, {
    variant: 'mono-dim',
    filter: byField('subnet', 'subnet_id_v6'),
  }),
  extra('proxy_status', 'Status', 110, {
    filter: byField('status', 'proxy_status'),
    cell: (row) => code(row.proxy_status),
  }),
  extra('proxy_protocol', 'Protocol', 84, {
    filter: byField('protocol', 'proxy_protocol'),
    cell: (row) => code(row.proxy_protocol),
  }),
  extra('country_id', 'Country code', 104, { filter: byField('country', 'country_id') }),
  extra('country_name', 'Country', 130, { filter: byField('country', 'country_name') }),
  extra('subdivision_id', 'Subdivision id', 112, {
    filter: byField('subdivision', 'subdivision_id'),
  }),
  extra('subdivision_name', 'Subdivision', 130, {
    filter: byField('subdivision', 'subdivision_name'),
  }),
  extra('city_name', 'City', 130, { filter: byField('city', 'city_name', true) }),
  extra('city_id', 'City id', 90, { isNumber: true }),
  extra('city_timezone', 'Time zone', 150, { filter: byField('timezone', 'city_timezone', true) }),
  extra('city_example_postcode', 'Example postcode', 132, {}),
  extra('city_latitude', 'Latitude', 90, { isNumber: true }),
  extra('city_longitude', 'Longitude', 96, { isNumber: true }),
  extra('asn_id', 'Network number', 120, { isNumber: true, filter: byField('asn', 'asn_id') }),
  extra('service_id', 'Service id', 180, {
    variant: 'mono-dim',
    filter: byField('service', 'service_id', true),
  }),
  extra('service_line_item_id', 'Line item id', 180, { variant: 'mono-dim' }),
  extra('customer_id', 'Customer id', 104, { isNumber: true }),
  extra('default_proxy_user_username', 'Default user', 130, {}),
  extra('ip_address_id_v4', 'IPv4 address id', 180, { variant: 'mono-dim' }),
  extra('ip_address_id_v6', 'IPv6 address id', 180, { variant: 'mono-dim' }),
  extra('proxy_last_update_datetime', 'Updated', 156, {
    isDate: true,
    cell: ({ proxy_last_update_datetime: time }) => ({
      text: time === null ? '' : formatServiceTime(time),
      title: time ?? undefined,
    }),
  }),
  extra('testCount', 'Test results', 96, { isNumber: true }),
];

/** A column of one field that is only there when it is chosen. */
function extra(
  field: keyof ProxyEndpoint,
  label: string,
  widthPx: number,
  rest: Partial<Pick<ProxyColumn, 'variant' | 'filter' | 'isNumber' | 'isDate' | 'cell'>>,
): ProxyColumn {
  const value = (row: ProxyEndpoint): JsonValue => row[field];
  return {
    key: field,
    label,
    track: `${widthPx}px`,
    minPx: widthPx,
    priority: 20,
    sortField: field,
    isExtra: true,
    value,
    cell: (row) => plain(row[field] === null ? null : String(row[field])),
    ...rest,
  };
}
