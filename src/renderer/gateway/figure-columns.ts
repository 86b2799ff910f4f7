import {
  countsTries,
  figureFields,
  figureSubjects,
  type FigurePeriod,
  type FigureRow,
  type FigureSubject,
} from '../../shared/records/gateway-figure.ts';
import { countOf, formatBytes, formatCount, formatPercent, roundMoney } from '../format/format-number.ts';
import { fieldColumns } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

const column = fieldColumns(figureFields, 'hosts');

/** What figures are of, in words: several, one, and the rows that are added up or have no name. */
export const subjectWords: {
  readonly [S in FigureSubject]: { readonly many: string; readonly one: string; readonly unnamed: string };
} = {
  host: { many: 'Hosts', one: 'host', unnamed: 'Other hosts' },
  proxy: { many: 'Proxies', one: 'proxy', unnamed: 'Other proxies' },
  network: { many: 'Networks', one: 'network', unnamed: 'Network unknown' },
  service: { many: 'Services', one: 'service', unnamed: 'Service unknown' },
  rule: { many: 'Rules', one: 'rule', unnamed: 'Other rules' },
  direct: { many: 'Direct', one: 'direct host', unnamed: 'Other hosts' },
  blocked: { many: 'Blocked', one: 'blocked host', unnamed: 'Other hosts' },
};

export const periodWords: { readonly [P in FigurePeriod]: string } = {
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** The subject of a row. */
export const subjectOf = ({ by }: FigureRow): FigureSubject =>
  figureSubjects.find((subject) => subject === by) ?? 'host';

/** What people call a row of figures. */
export const nameOfFigures = (row: FigureRow): string => row.name ?? subjectWords[subjectOf(row)].unnamed;

/** Below this percentage a row is worth a look. */
const lowPercent = 95;

/** Whether too few of some requests work. */
export const isLow = ({ requests, failed }: { readonly requests: number; readonly failed: number }): boolean =>
  (100 * (requests - failed)) / requests < lowPercent;

const toneOfPercent = (percent: number): 'ok' | 'bad' => (percent < lowPercent ? 'bad' : 'ok');

/** The figures of all rules as one: `62,593 requests, 97.9% work, 89.8 GB, cost 90.30`; '': there are none. */
export function describeSum(rules: readonly FigureRow[]): string {
  const sum = (field: 'requests' | 'failed' | 'bytes' | 'cost'): number =>
    rules.reduce((total, row) => total + (row[field] ?? 0), 0);
  const requests = sum('requests');
  const percent = formatPercent(requests - sum('failed'), requests);
  if (percent === null) return '';
  const cost = rules.some((row) => row.cost !== null) ? [`cost ${roundMoney(sum('cost'))}`] : [];
  return [countOf(requests, 'request'), `${percent} work`, formatBytes(sum('bytes')), ...cost].join(', ');
}

/** What a line blocked neither failed nor had data. */
const areBlocked = (rows: readonly FigureRow[]): boolean => rows.every((row) => subjectOf(row) === 'blocked');

/** Columns of the figures of the gateway, in their order. */
export const figureColumns: readonly GridColumn<FigureRow>[] = [
  column('name', {
    key: 'name',
    widthRem: 12,
    grow: 3,
    variant: 'mono',
    isRowName: true,
    cell: (row) => ({ text: nameOfFigures(row), title: row.proxy_id ?? undefined }),
  }),
  column('requests', {
    key: 'requests',
    widthRem: 6,
    labelIn: (rows) => (rows.some((row) => countsTries(subjectOf(row))) ? 'Tries' : undefined),
  }),
  column('failed', { key: 'failed', widthRem: 5, isEmptyIn: areBlocked }),
  column('works_percent', {
    key: 'works',
    widthRem: 7.5,
    isEmptyIn: (rows) => rows.every(({ works_percent: percent }) => percent === null),
    cell: ({ works_percent: percent }) =>
      percent === null
        ? { text: '' }
        : { text: `${percent.toFixed(1)}%`, share: percent / 100, tone: toneOfPercent(percent) },
  }),
  column('p50_ms', {
    key: 'ms',
    widthRem: 6,
    isEmptyIn: (rows) => rows.every(({ p50_ms: ms }) => ms === null),
    cell: ({ p50_ms: ms }) => ({ text: ms === null ? '' : formatCount(ms) }),
  }),
  column('bytes', { key: 'data', widthRem: 6, isEmptyIn: areBlocked }),
  column('cost', { key: 'cost', widthRem: 6, isEmptyIn: (rows) => rows.every(({ cost }) => cost === null) }),
  column('received_bytes', { key: 'received', widthRem: 6, isExtra: true }),
  column('sent_bytes', { key: 'sent', widthRem: 6, isExtra: true }),
];
