import type { TestResultRow } from '../../shared/test-run.ts';
import { formatServiceTime } from '../format/format-time.ts';
import type { GridColumn, Tone } from '../table/columns/grid-column.ts';

/** Columns of the results of a test run, in their order. The store gives them in one order only. */
export const resultColumns: readonly GridColumn<TestResultRow>[] = [
  {
    key: 'state',
    label: 'State',
    track: '30px',
    minPx: 30,
    priority: 99,
    sortField: null,
    variant: 'dot',
    cell: (row) => {
      const { text, tone } = outcome(row);
      return { text, tone, title: text };
    },
  },
  {
    key: 'proxy',
    label: 'Proxy',
    track: 'minmax(160px, 1.1fr)',
    minPx: 160,
    priority: 100,
    sortField: null,
    variant: 'mono',
    cell: (row) => ({
      text: address(row) ?? row.proxy_id ?? '',
      title: row.proxy_id ?? undefined,
    }),
  },
  {
    key: 'url',
    label: 'URL',
    track: 'minmax(140px, 1.4fr)',
    minPx: 140,
    priority: 80,
    sortField: null,
    cell: (row) => ({
      text: row.proxy_test_result_url ?? '',
      title: row.proxy_test_result_url ?? undefined,
    }),
  },
  {
    key: 'outcome',
    label: 'Outcome',
    track: '104px',
    minPx: 104,
    priority: 90,
    sortField: null,
    cell: (row) => {
      const { text, tone } = outcome(row);
      return { text, tone: tone === 'bad' ? 'bad' : undefined };
    },
  },
  {
    key: 'time',
    label: 'Response time',
    track: '116px',
    minPx: 116,
    priority: 85,
    sortField: null,
    isNumber: true,
    cell: ({ proxy_test_result_response_time: time }) =>
      time === null
        ? { text: '' }
        : {
            text: time.toString(),
            title: `${time}, as given by the service; the unit is not documented`,
          },
  },
  {
    key: 'error',
    label: 'Error',
    track: 'minmax(150px, 1fr)',
    minPx: 150,
    priority: 70,
    sortField: null,
    cell: (row) => {
      const parts = [row.proxy_test_result_error_code, row.proxy_test_result_error_source];
      return { text: parts.filter((part) => part !== null).join(', ') };
    },
  },
  {
    key: 'server',
    label: 'Tested from',
    track: 'minmax(100px, 1fr)',
    minPx: 100,
    priority: 50,
    sortField: null,
    variant: 'dim',
    cell: (row) => ({
      lead: row.proxy_test_server_country_id ?? undefined,
      text: row.proxy_test_server_city_name ?? '',
    }),
  },
  {
    key: 'created',
    label: 'Tested',
    track: '156px',
    minPx: 156,
    priority: 30,
    sortField: null,
    isDate: true,
    variant: 'dim',
    cell: (row) => ({
      text:
        row.proxy_test_result_creation_datetime === null
          ? ''
          : formatServiceTime(row.proxy_test_result_creation_datetime),
      title: row.proxy_test_result_creation_datetime ?? undefined,
    }),
  },
];

function outcome(row: TestResultRow): { text: string; tone: Tone } {
  if (row.proxy_test_result_is_successful === true) return { text: 'Succeeded', tone: 'ok' };
  return row.proxy_test_result_is_successful === false
    ? { text: 'Failed', tone: 'bad' }
    : { text: 'Not said', tone: 'none' };
}

function address(row: TestResultRow): string | null {
  if (row.proxy_host === null) return null;
  const host = row.proxy_host.includes(':') ? `[${row.proxy_host}]` : row.proxy_host;
  return row.proxy_port === null ? host : `${host}:${row.proxy_port}`;
}
