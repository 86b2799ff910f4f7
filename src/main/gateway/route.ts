import type { Refusal } from '../../shared/gateway/gateway.ts';
import { compileLines, linesOf, thisRule, type Lines, type LineWay } from '../../shared/gateway/rule-lines.ts';
import type { Destination } from '../dial/tunnel.ts';

export interface Route {
  /** Null: no line takes it, or there are none. */
  readonly index: number | null;
  readonly text: string | null;
  /** `none`: refused, because no line takes it. */
  readonly way: LineWay | 'none';
  /** Of plain responses; another proxy is tried once. */
  readonly statuses: readonly number[];
}

const ownProxies: Route = { index: null, text: null, way: [thisRule], statuses: [] };
const nowhere: Route = { index: null, text: null, way: 'none', statuses: [] };

/** Compiles the lines of a rule; null: none. */
export const prepareLines = (text: string): Lines | null => (text === '' ? null : compileLines(linesOf(text)));

/** Routes a target. @param lines null: the rule's own proxies carry everything */
export function findRoute(lines: Lines | null, { host, port }: Destination): Route {
  if (lines === null) return ownProxies;
  const index = lines.find(host, port);
  const line = lines.lines[index];
  return line ? { index, text: lines.texts[index] ?? null, way: line.way, statuses: line.statuses } : nowhere;
}

/** Null: not refused. */
export const refusalOf = ({ way }: Route): Refusal | null =>
  way === 'block' ? 'blocked-by-line' : way === 'none' ? 'no-line' : null;

/** The line for the log: its number, and its way unless by proxies; null: none decided. */
export const describeLine = ({ index, way }: Route): string | null =>
  index === null ? null : `${String(index + 1)}${typeof way === 'string' ? ` ${way}` : ''}`;
