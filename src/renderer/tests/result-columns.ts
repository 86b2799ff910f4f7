import { testResultFields, type TestResultRow } from '../../shared/test-run.ts';
import { formatCount } from '../format/format-number.ts';
import { labelCode, labelCountry } from '../format/label-code.ts';
import { fieldColumns, room } from '../table/columns/field-column.ts';
import type { GridColumn, Tone } from '../table/columns/grid-column.ts';

const column = fieldColumns(testResultFields);

/** Columns of the results of a test run, in their order. The store gives them in one order only. */
export const resultColumns: readonly GridColumn<TestResultRow>[] = [
  {
    key: 'state',
    label: 'State',
    ...room(30),
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
    label: testResultFields.proxy_host.label,
    ...room(160, 1.1),
    priority: 100,
    sortField: null,
    variant: 'mono',
    cell: (row) => ({
      text: address(row) ?? row.proxy_id ?? '',
      title: row.proxy_id ?? undefined,
    }),
  },
  column('proxy_test_result_url', {
    key: 'url',
    px: 140,
    grow: 1.4,
    priority: 80,
    sortField: null,
  }),
  {
    key: 'outcome',
    label: testResultFields.proxy_test_result_is_successful.label,
    ...room(104),
    priority: 90,
    sortField: null,
    cell: (row) => {
      const { text, tone } = outcome(row);
      return { text, tone: tone === 'bad' ? 'bad' : undefined };
    },
  },
  column('proxy_test_result_response_time', {
    key: 'time',
    px: 116,
    priority: 85,
    sortField: null,
    cell: ({ proxy_test_result_response_time: time }) =>
      time === null
        ? { text: '' }
        : {
            text: formatCount(time),
            title: `${time}, as given by the service; the unit is not documented`,
          },
  }),
  {
    key: 'error',
    label: testResultFields.proxy_test_result_error_code.label,
    ...room(190, 1.4),
    priority: 70,
    sortField: null,
    cell: ({ proxy_test_result_error_code: code, proxy_test_result_error_source: source }) => {
      const parts = [code, source].filter((part) => part !== null);
      const [first, ...others] = parts;
      return {
        text: first === undefined ? '' : [labelCode(first), ...others].join(', '),
        title: parts.join(', '),
      };
    },
  },
  {
    key: 'server',
    label: testResultFields.proxy_test_server_city_name.label,
    ...room(100, 1),
    priority: 50,
    sortField: null,
    variant: 'dim',
    cell({ proxy_test_server_city_name: city, proxy_test_server_country_id: country }) {
      const place = [city, country === null ? null : labelCountry(country)];
      return {
        lead: country ?? undefined,
        text: city ?? '',
        title: place.filter((part) => part !== null).join(', '),
      };
    },
  },
  column('proxy_test_result_creation_datetime', {
    key: 'created',
    px: 144,
    priority: 30,
    sortField: null,
    variant: 'dim',
  }),
];

function outcome(row: TestResultRow): { text: string; tone: Tone } {
  if (row.proxy_test_result_is_successful === true) return { text: 'Passed', tone: 'ok' };
  return row.proxy_test_result_is_successful === false
    ? { text: 'Failed', tone: 'bad' }
    : { text: 'Unknown', tone: 'none' };
}

function address(row: TestResultRow): string | null {
  if (row.proxy_host === null) return null;
  const host = row.proxy_host.includes(':') ? `[${row.proxy_host}]` : row.proxy_host;
  return row.proxy_port === null ? host : `${host}:${row.proxy_port}`;
}
