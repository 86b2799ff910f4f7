import type { TestedProxyRow } from '../../shared/testing/test-run.ts';
import {
  testResultFields,
  type TestResultRow,
  type TestSource,
} from '../../shared/records/test-result.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { labelCode, labelCountry } from '../format/label-code.ts';
import { describePhases, describeTestCode, faultWords, phaseParts } from '../format/test-words.ts';
import { fieldColumns, room } from '../table/columns/field-column.ts';
import type { GridColumn, Tone } from '../table/columns/grid-column.ts';
import { stateColumn } from '../table/columns/state-column.ts';

const column = fieldColumns(testResultFields);

/** Columns of the results of a test run, in their order. The store gives them in one order only. */
export const resultColumns: readonly GridColumn<TestResultRow>[] = [
  stateColumn(outcome),
  proxyColumn(1.1, ''),
  column('proxy_test_result_url', {
    key: 'url',
    px: 140,
    grow: 1.4,
    priority: 60,
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
    cell: ({ source, proxy_test_result_response_time: time }) =>
      time === null
        ? { text: '' }
        : {
            text: formatCount(time),
            title:
              source === 'service'
                ? `${time}, as given by the service; the unit is not documented`
                : `${time} ms until the first byte`,
          },
  }),
  {
    key: 'error',
    label: testResultFields.proxy_test_result_error_code.label,
    ...room(190, 1.4),
    priority: 88,
    sortField: null,
    cell: ({
      observed,
      proxy_test_result_error_code: code,
      proxy_test_result_error_source: source,
    }) => {
      if (observed?.reason != null) {
        const { reason, status, fault } = observed;
        const words = describeTestCode(reason) + (status === null ? '' : ` (${String(status)})`);
        return { text: words, title: fault === null ? words : `${faultWords[fault]}: ${words}` };
      }
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

const number = (value: number | null, title: string) =>
  value === null ? { text: '' } : { text: formatCount(value), title };

/** The phases of the last result of a proxy; a full bar takes `fullMs`. */
const phasesColumn = (fullMs: number): GridColumn<TestedProxyRow> => ({
  key: 'phases',
  label: 'Phases',
  ...room(80),
  priority: 87,
  sortField: null,
  cell({ observed }) {
    if (observed === null) return { text: '' };
    const text = describePhases(observed.phases);
    return { text, title: text, parts: phaseParts(observed.phases, fullMs) };
  },
});

/** What only runs from here and of the gateway know. */
const ofHere: readonly GridColumn<TestedProxyRow>[] = [
  {
    key: 'fault',
    label: 'At fault',
    ...room(92),
    priority: 89,
    sortField: null,
    value: (row) => row.fault,
    cell: ({ fault }) => ({ text: fault === null ? '' : faultWords[fault] }),
  },
  {
    key: 'median',
    label: 'ms',
    ...room(60),
    priority: 86,
    sortField: null,
    isNumber: true,
    value: (row) => row.medianTime,
    cell: ({ medianTime, observed }) => ({
      ...number(medianTime, ''),
      title: observed === null ? '' : describePhases(observed.phases),
    }),
  },
  {
    key: 'p95',
    label: 'p95',
    ...room(60),
    priority: 60,
    sortField: null,
    isNumber: true,
    value: (row) => row.p95Time,
    cell: ({ p95Time }) => number(p95Time, '95% of its successful requests took no longer'),
  },
  {
    key: 'jitter',
    label: 'Jitter',
    ...room(60),
    priority: 55,
    sortField: null,
    isNumber: true,
    value: (row) => row.jitter,
    cell: ({ jitter }) => number(jitter, 'Mean difference between one request and the next, in ms'),
  },
];

/** Which proxy, and how many of its results passed. */
const ofProxy: readonly GridColumn<TestedProxyRow>[] = [
  stateColumn((row) => ({ text: resultWord(row), tone: toneOf(row) })),
  proxyColumn(1, 'unknown proxy'),
  {
    key: 'passed',
    label: 'Passed',
    ...room(96),
    priority: 90,
    sortField: null,
    isNumber: true,
    value: (row) => row.successCount,
    cell: (row) => ({
      text: `${formatCount(row.successCount)} of ${formatCount(row.resultCount)}`,
      title: `${formatCount(row.successCount)} of ${countOf(row.resultCount, 'result')} passed`,
      tone: row.successCount === row.resultCount ? undefined : toneOf(row),
    }),
  },
];

const slowest: GridColumn<TestedProxyRow> = {
  key: 'slowest',
  label: 'Slowest',
  ...room(84),
  priority: 85,
  sortField: null,
  isNumber: true,
  value: (row) => row.slowestTime,
  cell: ({ slowestTime: time }) =>
    time === null
      ? { text: '' }
      : {
          text: formatCount(time),
          title: 'The longest response time; the service does not document its unit',
        },
};

const errors: GridColumn<TestedProxyRow> = {
  key: 'errors',
  label: 'Errors',
  ...room(190, 1.4),
  priority: 88,
  sortField: null,
  value: (row) => row.errorCodes,
  cell: ({ errorCodes: codes }) => ({
    text: codes === null ? '' : codes.split(',').map(describeTestCode).join(', '),
    title: codes ?? undefined,
  }),
};

const ofPlace: readonly GridColumn<TestedProxyRow>[] = [
  {
    key: 'city',
    label: 'City',
    ...room(120, 1),
    priority: 70,
    sortField: null,
    value: (row) => row.city_name,
    cell: ({ city_name: city, country_id: country }) => ({
      lead: country ?? undefined,
      text: city ?? '',
    }),
  },
  {
    key: 'network',
    label: 'Network',
    ...room(120, 1),
    priority: 65,
    sortField: null,
    variant: 'dim',
    value: (row) => row.asn_name,
    cell: ({ asn_name: network }) => ({ text: network ?? '' }),
  },
];

/** What the newest run of the other source found. */
const elsewhere = (label: string): GridColumn<TestedProxyRow> => ({
  key: 'elsewhere',
  label,
  ...room(96),
  priority: 68,
  sortField: null,
  value: ({ elsewhere: other }) => other?.hasPassed ?? null,
  cell: ({ elsewhere: other }) =>
    other === null
      ? { text: '', title: 'Not tested' }
      : {
          text: other.hasPassed ? 'Passed' : 'Failed',
          title: `Test run ${String(other.testRunId)}`,
          tone: other.hasPassed ? undefined : 'bad',
        },
});

/**
 * Columns of the results by proxy, in their order; the store gives the rows in one order only.
 *
 * @param fullMs the time of a full bar of phases
 */
export const columnsOfRun = (
  source: TestSource,
  fullMs: number,
): readonly GridColumn<TestedProxyRow>[] =>
  source === 'service'
    ? [...ofProxy, slowest, errors, ...ofPlace, elsewhere('From here')]
    : [
        ...ofProxy,
        errors,
        ...ofHere,
        phasesColumn(fullMs),
        ...ofPlace,
        elsewhere('By the service'),
      ];

/** The address of the tested proxy, else its ID, else `unknown`. */
function proxyColumn<Row extends Pick<TestResultRow, 'proxy_id' | 'proxy_host' | 'proxy_port'>>(
  grow: number,
  unknown: string,
): GridColumn<Row> {
  return {
    key: 'proxy',
    label: testResultFields.proxy_host.label,
    ...room(160, grow),
    priority: 100,
    sortField: null,
    variant: 'mono',
    cell: (row) => ({
      text: address(row) ?? row.proxy_id ?? unknown,
      title: row.proxy_id ?? undefined,
    }),
  };
}

function toneOf({ successCount, resultCount }: TestedProxyRow): Tone {
  if (successCount === resultCount) return 'ok';
  return successCount === 0 ? 'bad' : 'warn';
}

function resultWord(row: TestedProxyRow): string {
  const words = { ok: 'Passed', warn: 'Failed in part', bad: 'Failed', none: '' };
  return words[toneOf(row)];
}

function outcome(row: TestResultRow): { text: string; tone: Tone } {
  if (row.proxy_test_result_is_successful === true) return { text: 'Passed', tone: 'ok' };
  return row.proxy_test_result_is_successful === false
    ? { text: 'Failed', tone: 'bad' }
    : { text: 'Unknown', tone: 'none' };
}

function address(row: Pick<TestResultRow, 'proxy_host' | 'proxy_port'>): string | null {
  if (row.proxy_host === null) return null;
  const host = row.proxy_host.includes(':') ? `[${row.proxy_host}]` : row.proxy_host;
  return row.proxy_port === null ? host : `${host}:${row.proxy_port}`;
}
