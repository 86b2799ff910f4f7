import { ownValue } from '../../shared/own-value.ts';
import {
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
import { describeLocalTime, formatAge } from '../format/format-time.ts';
import { nowMs } from '../kit/clock.ts';
import { describePhases, describeTestCode, faultWords, phaseNames, phaseParts } from '../format/test-words.ts';
import { fieldColumns, networkColumn } from '../table/columns/field-column.ts';
import type { GridCell, GridColumn } from '../table/columns/grid-column.ts';

const tested = fieldColumns(testedFields, 'tested');
const result = fieldColumns(resultFields, 'results');

/** Slower ones fill the bar. */
const fullMs = 2500;

const outcome = (works: boolean | null): GridCell =>
  works === null
    ? { text: 'No result' }
    : works
      ? { text: 'Works', icon: { name: 'check', tone: 'ok' } }
      : { text: 'Fails', icon: { name: 'close', tone: 'bad' }, tone: 'bad' };

/** Empty if not tested. */
const elsewhereCell = (works: boolean | null, by: string): GridCell => {
  if (works === null) return { text: '', title: `${by}: not tested` };
  const { text, tone } = outcome(works);
  return { text, tone, title: `${by}: ${text.toLowerCase()}` };
};

/** The timing of the service is not documented. */
const timeCell = (time: number | null, source: string): GridCell =>
  time === null
    ? { text: '' }
    : source === 'service'
      ? { text: formatCount(time), title: 'As given by the service; the unit is not documented' }
      : { text: `${formatCount(time)} ms`, title: 'Until the first byte' };

/** Without phases and side at fault. */
const isOfService = (rows: readonly (TestedRow | ResultRow)[]): boolean =>
  rows.every(({ source }) => source === 'service');
const isFromHere = (rows: readonly ResultRow[]): boolean => rows.every(({ source }) => source !== 'service');

const statesInWords: { readonly [state: string]: string } = {
  planned: 'Not tested yet',
  done: 'The service gave no result',
  sent: 'Waiting for the service',
  refused: 'Refused by the service',
  unknown: 'No response of the service',
  gone: 'Replaced or removed before its turn',
};

/** Names the reasons of failed results; that of the last result comes last. */
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

export const testedColumns: readonly GridColumn<TestedRow>[] = [
  tested('proxy_host', {
    key: 'proxy',
    widthRem: 9.75,
    variant: 'mono',
    filter: 'host',
    cell: (row) => ({
      text: address(row.proxy_host, row.proxy_port) ?? row.proxy_id ?? 'unknown proxy',
      title: row.is_replaced === true ? 'It has another address or port since' : undefined,
    }),
  }),
  tested('test_run_id', { key: 'run', widthRem: 3.5, isOf: 'runs', filter: 'run' }),
  startedColumn('Tested'),
  tested('works', {
    key: 'works',
    label: 'Result',
    widthRem: 5.25,
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
    widthRem: 9,
    grow: 1.6,
    variant: 'plain',
    filter: 'reason',
    cell(row) {
      const text = describeReasons(row);
      return { text, title: text };
    },
  }),
  tested('fault', {
    key: 'fault',
    widthRem: 6.5,
    isEmptyIn: (rows) => isOfService(rows),
    cell(row) {
      const fault = faultOf(row);
      return { text: fault === null ? '' : faultWords[fault] };
    },
  }),
  tested('slowest_time', {
    key: 'ms',
    label: 'Time',
    widthRem: 4.75,
    isHighFirst: false,
    cell: (row) => timeCell(row.slowest_time, row.source),
  }),
  {
    key: 'phases',
    label: 'Phases',
    widthRem: 5.75,
    // To reach the proxy itself.
    sortField: 'connectTime',
    isHighFirst: false,
    isEmptyIn: (rows) => isOfService(rows),
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
    label: 'By the service',
    widthRem: 7,
    sortField: 'elsewhere',
    isEmptyIn: (rows) => rows.every(({ elsewhere, source }) => elsewhere === null || source === 'service'),
    value: ({ elsewhere, source }) => (source === 'service' ? null : elsewhere),
    cell: ({ elsewhere, source }) => (source === 'service' ? { text: '' } : elsewhereCell(elsewhere, 'By the service')),
  },
  {
    key: 'from-here',
    label: 'From here',
    widthRem: 6.25,
    sortField: 'elsewhere',
    isEmptyIn: (rows) => rows.every(({ elsewhere, source }) => elsewhere === null || source !== 'service'),
    value: ({ elsewhere, source }) => (source === 'service' ? elsewhere : null),
    cell: ({ elsewhere, source }) =>
      source === 'service' ? elsewhereCell(elsewhere, 'From this machine') : { text: '' },
  },
  tested('result_count', {
    key: 'requests',
    widthRem: 5.25,
    isExtra: true,
    cell: ({ success_count: successful, result_count: all }) => ({
      text: `${formatCount(successful ?? 0)} of ${formatCount(all ?? 0)}`,
      title: `${formatCount(successful ?? 0)} of ${countOf(all ?? 0, 'request')} successful`,
    }),
  }),
  tested('state', { key: 'state', widthRem: 6, isExtra: true }),
];

export const resultColumns: readonly GridColumn<ResultRow>[] = [
  result('proxy_host', {
    key: 'proxy',
    widthRem: 9.75,
    variant: 'mono',
    filter: 'host',
    cell: (row) => ({ text: address(row.proxy_host, row.proxy_port) ?? row.proxy_id ?? '' }),
  }),
  result('test_run_id', { key: 'run', widthRem: 3.5, isOf: 'runs', filter: 'run' }),
  startedColumn('Run started'),
  result('proxy_test_result_is_successful', {
    key: 'works',
    label: 'Result',
    widthRem: 5.25,
    variant: 'plain',
    filter: 'works',
    cell: (row) => outcome(row.proxy_test_result_is_successful),
  }),
  result('reason', {
    key: 'reason',
    widthRem: 9,
    grow: 1.4,
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
    widthRem: 6.5,
    isEmptyIn: (rows) => isOfService(rows),
    cell(row) {
      const fault = faultOf(row);
      return { text: fault === null ? '' : faultWords[fault] };
    },
  }),
  result('proxy_test_result_response_time', {
    key: 'ms',
    label: 'Time',
    widthRem: 4.75,
    isHighFirst: false,
    cell: (row) => timeCell(row.proxy_test_result_response_time, row.source),
  }),
  result('proxy_test_result_url', { key: 'url', widthRem: 8.75, grow: 1.4 }),
  result('proxy_test_server_city_name', {
    key: 'server',
    widthRem: 7,
    isEmptyIn: (rows) => isFromHere(rows),
    cell: ({ proxy_test_server_city_name: city, proxy_test_server_country_id: country }) => ({
      lead: country === null ? undefined : placeCode(country),
      text: city ?? '',
    }),
  }),
  result('exit_address', { key: 'exit', widthRem: 7.5, isExtra: true }),
  result('revealing_headers', { key: 'headers', widthRem: 7.5, isExtra: true }),
  result('bytes', { key: 'bytes', widthRem: 5.25, isExtra: true }),
  result('proxy_test_result_creation_datetime', {
    key: 'created',
    widthRem: 9,
    isExtra: true,
  }),
];

/** For rows of several runs. */
function startedColumn(label: string): GridColumn<TestedRow | ResultRow> {
  return {
    key: 'tested',
    label,
    widthRem: 6.5,
    sortField: 'run_started_at',
    isDate: true,
    isOf: 'runs',
    variant: 'dim',
    value: ({ run_started_at: at }) => at,
    cell: ({ run_started_at: at }) =>
      at === null ? { text: '' } : { text: formatAge(at, nowMs()), title: describeLocalTime(at) },
  };
}

function cityColumn(): GridColumn<TestedRow> {
  return {
    key: 'city',
    label: 'City',
    widthRem: 7,
    grow: 1,
    sortField: 'city_name',
    filter: { key: 'city', isExact: true, value: (row) => row.city_name },
    value: (row) => row.city_name,
    cell: ({ city_name: city, country_id: country }) => ({
      lead: country ?? undefined,
      text: city ?? '',
    }),
  };
}
