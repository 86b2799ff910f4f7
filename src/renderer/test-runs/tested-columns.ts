import { ownValue } from '../../shared/own-value.ts';
import {
  testSources,
  type PhaseDurations,
  faultOf,
  resultFields,
  testedFields,
  type ResultRow,
  type TestedRow,
} from '../../shared/records/test-result.ts';
import { placeCode } from '../../shared/records/field.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { labelCode } from '../format/format-field.ts';
import { describePhases, describeTestCode, faultWords, phaseNames, phaseParts } from '../format/test-words.ts';
import { fieldColumns, room } from '../table/columns/field-column.ts';
import type { GridCell, GridColumn } from '../table/columns/grid-column.ts';

const tested = fieldColumns(testedFields, 'tested');
const result = fieldColumns(resultFields, 'results');

/** A full bar of phases: what is slower fills it. */
const fullMs = 2500;

const outcome = (works: boolean | null): GridCell =>
  works === null
    ? { text: '' }
    : works
      ? { text: 'Works', icon: { name: 'check', tone: 'ok' } }
      : { text: 'Fails', icon: { name: 'close', tone: 'bad' }, tone: 'bad' };

/** How the service's results are timed is not documented. */
const timeCell = (time: number | null, source: string): GridCell =>
  time === null
    ? { text: '' }
    : {
        text: formatCount(time),
        title:
          source === testSources[0]
            ? `${formatCount(time)}, as given by the service; the unit is not documented`
            : `${formatCount(time)} ms until the first byte`,
      };

const statesInWords: { readonly [state: string]: string } = {
  planned: 'Waiting',
  sent: 'Waiting for the service',
  refused: 'Refused by the service',
  unknown: 'No response of the service',
  gone: 'Replaced or removed before its turn',
};

/** The reasons of a proxy's failed requests in words, the last one last. */
function describeReasons({ errors, state, works, last }: TestedRow): string {
  if (errors !== null && errors !== '') {
    const status = last?.at(-1) ?? null;
    const words = errors.split(',').map(describeTestCode);
    return works === false && words.length === 1 && status !== null && status >= 400
      ? `${words.join(', ')} (${String(status)})`
      : words.join(', ');
  }
  return works === null ? (ownValue(statesInWords, state ?? '') ?? '') : '';
}

const phasesOf = (last: TestedRow['last']): PhaseDurations | null =>
  last &&
  // One value for each phase, in their order.
  (Object.fromEntries(phaseNames.map((name, at) => [name, last[at] ?? null])) as unknown as PhaseDurations);

const address = (host: string | null, port: number | null): string | null =>
  host === null
    ? null
    : [host.includes(':') && !host.startsWith('[') ? `[${host}]` : host, port]
        .filter((part) => part !== null)
        .join(':');

/** Columns of the proxies of a run, in their order. */
export const testedColumns: readonly GridColumn<TestedRow>[] = [
  tested('proxy_host', {
    key: 'proxy',
    px: 160,
    grow: 1,
    priority: 100,
    variant: 'mono',
    filter: 'host',
    cell: (row) => ({
      text: address(row.proxy_host, row.proxy_port) ?? row.proxy_id ?? 'unknown proxy',
      title: row.is_replaced === true ? 'It has another address or port since' : undefined,
    }),
  }),
  tested('works', {
    key: 'works',
    px: 88,
    priority: 99,
    variant: 'plain',
    cell: (row) => ({
      ...outcome(row.works),
      ...(row.works === false && (row.success_count ?? 0) > 0
        ? {
            title: `${formatCount(row.success_count ?? 0)} of ${formatCount(row.result_count ?? 0)}`,
          }
        : {}),
    }),
  }),
  tested('errors', {
    key: 'errors',
    px: 160,
    grow: 1.6,
    priority: 97,
    variant: 'plain',
    filter: 'reason',
    cell(row) {
      const text = describeReasons(row);
      return { text, title: text };
    },
  }),
  tested('fault', {
    key: 'fault',
    px: 92,
    priority: 80,
    cell(row) {
      const fault = faultOf(row);
      return { text: fault === null ? '' : faultWords[fault] };
    },
  }),
  tested('slowest_time', {
    key: 'ms',
    label: 'ms',
    px: 64,
    priority: 95,
    cell: (row) => timeCell(row.slowest_time, row.source),
  }),
  {
    key: 'phases',
    label: 'Phases',
    ...room(90),
    priority: 70,
    // The time that the proxy itself took to be reached.
    sortField: 'connectTime',
    // The service sends none.
    isEmptyIn: (rows) => rows.every(({ source }) => source === testSources[0]),
    value: (row) => row.last,
    cell(row) {
      const phases = phasesOf(row.last);
      if (phases === null) return { text: '' };
      const text = describePhases(phases);
      return { text, title: text, parts: phaseParts(phases, fullMs) };
    },
  },
  cityColumn(),
  networkColumn(),
  {
    key: 'elsewhere',
    label: 'Elsewhere',
    ...room(100),
    priority: 60,
    sortField: 'elsewhere',
    isEmptyIn: (rows) => rows.every(({ elsewhere }) => elsewhere === null),
    value: (row) => row.elsewhere,
    cell({ elsewhere, source }) {
      const by = source === 'service' ? 'From this machine' : 'By the service';
      if (elsewhere === null) return { text: '', title: `${by}: not tested` };
      const { text, tone } = outcome(elsewhere);
      return { text, tone, title: `${by}: ${text.toLowerCase()}` };
    },
  },
  tested('result_count', {
    key: 'requests',
    px: 84,
    priority: 40,
    isExtra: true,
    cell: ({ success_count: successful, result_count: all }) => ({
      text: `${formatCount(successful ?? 0)} of ${formatCount(all ?? 0)}`,
      title: `${formatCount(successful ?? 0)} of ${countOf(all ?? 0, 'request')} successful`,
    }),
  }),
  tested('state', { key: 'state', px: 96, priority: 30, isExtra: true }),
  tested('test_run_id', { key: 'run', px: 64, priority: 20, isExtra: true, filter: 'run' }),
];

/** Columns of single results, in their order. */
export const resultColumns: readonly GridColumn<ResultRow>[] = [
  result('proxy_host', {
    key: 'proxy',
    px: 160,
    grow: 1,
    priority: 100,
    variant: 'mono',
    filter: 'host',
    cell: (row) => ({ text: address(row.proxy_host, row.proxy_port) ?? row.proxy_id ?? '' }),
  }),
  result('proxy_test_result_is_successful', {
    key: 'works',
    label: 'Works',
    px: 88,
    priority: 99,
    variant: 'plain',
    filter: 'works',
    cell: (row) => outcome(row.proxy_test_result_is_successful),
  }),
  result('reason', {
    key: 'reason',
    px: 180,
    grow: 1.4,
    priority: 88,
    variant: 'plain',
    cell(row) {
      const { reason, status, proxy_test_result_error_code: code } = row;
      const source = row.proxy_test_result_error_source;
      if (reason !== null) {
        return { text: describeTestCode(reason) + (status === null ? '' : ` (${String(status)})`) };
      }
      if (code === null) return { text: '' };
      return { text: [labelCode(code), source].filter((part) => part !== null).join(', ') };
    },
  }),
  result('fault', {
    key: 'fault',
    px: 92,
    priority: 70,
    cell(row) {
      const fault = faultOf(row);
      return { text: fault === null ? '' : faultWords[fault] };
    },
  }),
  result('proxy_test_result_response_time', {
    key: 'ms',
    label: 'ms',
    px: 64,
    priority: 95,
    cell: (row) => timeCell(row.proxy_test_result_response_time, row.source),
  }),
  result('proxy_test_result_url', { key: 'url', px: 140, grow: 1.4, priority: 85 }),
  result('proxy_test_server_city_name', {
    key: 'server',
    px: 110,
    priority: 50,
    cell: ({ proxy_test_server_city_name: city, proxy_test_server_country_id: country }) => ({
      lead: country === null ? undefined : placeCode(country),
      text: city ?? '',
    }),
  }),
  result('exit_address', { key: 'exit', px: 120, priority: 40, isExtra: true }),
  result('revealing_headers', { key: 'headers', px: 120, priority: 35, isExtra: true }),
  result('bytes', { key: 'bytes', px: 84, priority: 30, isExtra: true }),
  result('proxy_test_result_creation_datetime', {
    key: 'created',
    px: 144,
    priority: 25,
    isExtra: true,
  }),
];

function cityColumn(): GridColumn<TestedRow> {
  return {
    key: 'city',
    label: 'City',
    ...room(110, 1),
    priority: 75,
    sortField: 'city_name',
    filter: { key: 'city', isExact: true, value: (row) => row.city_name },
    value: (row) => row.city_name,
    cell: ({ city_name: city, country_id: country }) => ({
      lead: country ?? undefined,
      text: city ?? '',
    }),
  };
}

function networkColumn(): GridColumn<TestedRow> {
  return {
    key: 'network',
    label: 'Network',
    ...room(126, 0.8),
    priority: 55,
    sortField: 'asn_name',
    variant: 'dim',
    filter: { key: 'network', isExact: true, value: (row) => row.asn_name },
    value: (row) => row.asn_name,
    cell: ({ asn_name: network }) => ({ text: network ?? '' }),
  };
}
