import { type ProxyEndpoint, type TestHour, proxyFields } from '../../shared/records/proxy.ts';
import { annotationColumns } from '../annotations/annotation-columns.ts';
import { formatCount, countOf, formatPercent } from '../format/format-number.ts';
import { fieldColumns, stateCell } from '../table/columns/field-column.ts';
import type { GridColumn, GridCell } from '../table/columns/grid-column.ts';
import { proxyState } from './proxy-state.ts';
import { describeLocalTime, formatAge } from '../format/format-time.ts';
import { describeTestCode, testSourceWords, successTone } from '../format/test-words.ts';
import { nowMs } from '../kit/clock.ts';

const column = fieldColumns(proxyFields, 'proxies');

/** Hidden by default. */
const extra = (
  field: Parameters<typeof column>[0],
  widthRem: number,
  more: { readonly filter?: string } = {},
): GridColumn<ProxyEndpoint> => column(field, { widthRem, isExtra: true, ...more });

/** The last two groups, in which IPv6 subnets and their addresses differ. */
const addressTail = (address: string): string | undefined =>
  /:[^:]+::?[^:]+$/.exec(address)?.[0] ?? /::[^:]*$/.exec(address)?.[0];

/** A final number, in which services differ. */
const nameTail = (name: string | null): string | undefined => /\s\d{1,4}$/.exec(name ?? '')?.[0];

/** Shown ones first. */
export const proxyColumns: readonly GridColumn<ProxyEndpoint>[] = [
  column('proxy_is_online', {
    key: 'state',
    widthRem: 1.5,
    variant: 'dot',
    value: (row: ProxyEndpoint) => proxyState(row).text,
    cell: (row) => stateCell(proxyState(row)),
  }),
  {
    key: 'address',
    label: 'Address',
    widthRem: 8.5,
    sortField: 'proxy_ip_address',
    isRowName: true,
    variant: 'mono',
    filter: { key: 'ip', value: (row) => row.proxy_ip_address },
    cell(row) {
      const address = row.proxy_ip_address ?? row.proxy_ip_address_v6 ?? '';
      return { text: address, title: address, tail: addressTail(address) };
    },
  },
  column('proxy_http_port', {
    key: 'http',
    widthRem: 3.5,
    variant: 'mono-dim',
  }),
  column('city_name', {
    key: 'place',
    label: 'Place',
    widthRem: 7,
    grow: 0.8,
    sortField: 'country_id',
    thenSortField: 'city_name',
    value: (row) => row.city_name ?? row.country_name,
    cell: (row) => ({
      lead: row.country_id ?? undefined,
      text: row.city_name ?? row.country_name ?? '',
      title: [row.city_name, row.subdivision_id, row.country_name].filter((part) => part !== null).join(', '),
      note: row.note,
    }),
  }),
  {
    key: 'latency',
    label: 'Latency',
    widthRem: 4.75,
    sortField: 'lastResponseTime',
    isNumber: true,
    // Fastest first; without a latency last.
    isHighFirst: false,
    isOf: 'tests',
    value: (row) => row.lastResponseTime,
    cell: latencyCell,
  },
  column('asn_name', { key: 'network', widthRem: 8.25, grow: 1 }),
  {
    key: 'success',
    label: 'Success',
    widthRem: 4.75,
    sortField: 'testSuccessPercent',
    isNumber: true,
    isOf: 'tests',
    cell: successCell,
  },
  column('proxy_type', { key: 'type', widthRem: 5 }),
  column<ProxyEndpoint>('service_id', {
    key: 'service',
    label: 'Service',
    widthRem: 7,
    grow: 1,
    sortField: 'service_name',
    variant: 'dim',
    value: (row) => row.service_name ?? row.service_id,
    cell({ service_name: name, service_id: id }) {
      return { text: name ?? id ?? '', title: name ?? id ?? undefined, tail: nameTail(name) };
    },
  }),
  column('proxy_socks5_port', {
    key: 'socks5',
    widthRem: 4.5,
    variant: 'mono-dim',
  }),
  {
    key: 'tested',
    label: 'Tested',
    widthRem: 5.25,
    sortField: 'lastTestedAtMs',
    isDate: true,
    isOf: 'tests',
    variant: 'dim',
    value: (row) => row.lastTestDatetime,
    cell: testedCell,
  },
  {
    key: 'hours',
    label: '24 h',
    widthRem: 5.5,
    sortField: null,
    isOf: 'tests',
    cell: testHoursCell,
  },
  ...annotationColumns<ProxyEndpoint>(),
  extra('proxy_id', 15.75),
  extra('proxy_ip_address', 8),
  extra('proxy_ip_address_v6', 12.5),
  extra('subnet_id', 8.5, { filter: 'subnet' }),
  extra('subnet_id_v6', 11.25, { filter: 'subnet' }),
  extra('proxy_status', 7),
  extra('proxy_protocol', 5.25),
  extra('country_id', 6.5),
  extra('country_name', 8.25),
  extra('subdivision_id', 7),
  extra('subdivision_name', 8.25),
  extra('city_name', 8.25),
  extra('city_id', 5.75),
  extra('city_timezone', 9.5),
  extra('city_example_postcode', 8.25),
  extra('city_latitude', 5.75),
  extra('city_longitude', 6),
  extra('asn_id', 7.5),
  extra('service_id', 11.25),
  extra('service_line_item_id', 11.25),
  extra('customer_id', 6.5),
  extra('default_proxy_user_username', 8.25),
  extra('ip_address_id_v4', 11.25),
  extra('ip_address_id_v6', 11.25),
  extra('proxy_last_update_datetime', 9),
  {
    key: 'testCount',
    label: 'Test results',
    widthRem: 6,
    sortField: 'testCount',
    isExtra: true,
    isNumber: true,
    value: (row) => row.testCount,
    cell: (row) => ({ text: formatCount(row.testCount) }),
  },
];

const hourMs = 3_600_000;
const hoursShown = 24;
/** Shows fast hours too. */
const leastShare = 0.3;

const notTested: GridCell = { text: '', title: 'Not tested' };

function successCell(row: ProxyEndpoint): GridCell {
  if (row.testCount === 0) return notTested;
  return {
    text: formatPercent(row.testSuccessCount, row.testCount) ?? '',
    title: `${formatCount(row.testSuccessCount)} of ${countOf(row.testCount, 'test result')} worked`,
    tone: successTone(row.testSuccessCount, row.testCount),
  };
}

export function latencyCell(row: ProxyEndpoint): GridCell {
  if (row.lastTestedAtMs === null) return notTested;
  if (row.isLastTestSuccessful === null) {
    return { text: 'unknown', title: 'The service did not report whether it works' };
  }
  const by = row.lastTestSource === null ? '' : ` ${testSourceWords[row.lastTestSource]}`;
  if (!row.isLastTestSuccessful) {
    const why = row.lastTestCode === null ? '' : `: ${describeTestCode(row.lastTestCode)}`;
    return { text: 'fails', title: `The last test${by} failed${why}`, tone: 'bad' };
  }
  const time = row.lastResponseTime;
  return {
    text: time === null ? '' : formatCount(time),
    title:
      row.lastTestSource === 'service'
        ? 'Response time of the last test, by the service; its unit is not documented'
        : `Milliseconds until the first byte in the last test${by}`,
  };
}

export function testedCell(row: ProxyEndpoint): GridCell {
  const { lastTestedAtMs: atMs, lastTestDatetime: received, lastTestSource: source } = row;
  if (atMs === null) return notTested;
  const by = source === null || source === 'service' ? '' : `, ${testSourceWords[source]}`;
  const service = received === null ? '' : `; the service wrote ${received}`;
  return {
    text: formatAge(atMs, nowMs(), 'short'),
    title: `${describeLocalTime(atMs)} by this computer's clock${by}${service}`,
  };
}

/** A bar per hour, as high as the response time. */
export function testHoursCell(row: ProxyEndpoint): GridCell {
  const lastHour = Math.floor(nowMs() / hourMs);
  const hours = (row.testHours ?? []).filter(([hour]) => hour > lastHour - hoursShown);
  if (hours.length === 0) {
    return row.testHours === null ? notTested : { text: '', title: 'Not tested in 24 hours' };
  }
  const slowest = Math.max(...hours.map(([, , , time]) => time ?? 0));
  const passed = sum(hours, ([, count]) => count);
  const failed = sum(hours, ([, , count]) => count);
  const text = `${formatCount(passed)} worked, ${formatCount(failed)} failed`;
  return {
    text,
    title: `${text} in 24 hours. A bar is an hour, its height the response time; a bar below the line means that a test failed.`,
    spark: {
      length: hoursShown,
      bars: hours.map(([hour, passedCount, failedCount, time]) => ({
        at: hour - lastHour + hoursShown - 1,
        share: passedCount === 0 ? 0 : shareOf(time, slowest),
        hasFailed: failedCount > 0,
      })),
    },
  };
}

const shareOf = (time: number | null, slowest: number): number =>
  time === null || slowest <= 0 ? leastShare : leastShare + (1 - leastShare) * (time / slowest);

const sum = (hours: readonly TestHour[], countOfHour: (hour: TestHour) => number): number =>
  hours.reduce((total, hour) => total + countOfHour(hour), 0);
