/** Figures and the filters that go with them. */
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import {
  defaultFigures,
  figurePeriods,
  figureSubjects,
  type FigurePeriod,
  type FigureRow,
  type FigureSubject,
} from '../../shared/records/gateway-figure.ts';
import { narrowTo, withoutKey } from '../table/rows/narrow-filter.ts';
import { subjectOf } from './figure-columns.ts';

/** What a filter of figures asks for. */
export function scopeOf(where: string): { readonly by: FigureSubject; readonly period: FigurePeriod } {
  const parsed = parseQuery(where, 'hosts');
  const valueOf = (key: string): string | undefined => {
    const value = parsed.ok ? parsed.query.terms.find((term) => term.key === key)?.values[0] : undefined;
    return value?.kind === 'text' ? value.text.toLowerCase() : undefined;
  };
  return {
    by: figureSubjects.find((by) => by === valueOf('by')) ?? defaultFigures.by,
    period: figurePeriods.find((period) => period === valueOf('period')) ?? defaultFigures.period,
  };
}

/** The filter with another subject or period; the one that needs no term has none. */
export const withScope = (where: string, key: 'by' | 'period', value: string): string =>
  value === defaultFigures[key] ? withoutKey(where, 'hosts', key).join(' ') : narrowTo(where, 'hosts', { key, value });

/** The term of the log for what a row of figures is about; null: it adds up the rest of many. */
export function termOf(row: FigureRow): string | null {
  const { name, proxy_id: proxyId } = row;
  if (name === null) return null;
  const subject = subjectOf(row);
  switch (subject) {
    case 'host':
      return formatTerm('target', [name], true);
    case 'proxy':
      return proxyId === null ? null : formatTerm('proxy', [proxyId]);
    case 'network':
    case 'service':
      return formatTerm(subject, [name], true);
    case 'rule':
      return formatTerm('rule', [name]);
    case 'direct':
      return `${formatTerm('target', [name], true)} line:direct`;
    case 'blocked':
      return `${formatTerm('target', [name], true)} line:block`;
  }
}

/** The filter of the log for the requests that a row of figures counts; null: as with `termOf`. */
export function requestsOf(row: FigureRow, period: FigurePeriod): string | null {
  const term = termOf(row);
  return term === null ? null : `${term} time:${period}`;
}

/** The filter of the figures by network that a row of hosts is made of. */
export const networksOf = (host: string, period: FigurePeriod): string =>
  `by:network period:${period} ${formatTerm('host', [host], true)}`;
