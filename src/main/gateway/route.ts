import type { Refusal } from '../../shared/gateway/gateway.ts';
import { compileLines, linesOf, thisRule, type Lines, type LineWay } from '../../shared/gateway/lines.ts';
import type { Destination } from '../dial/tunnel.ts';

/** Where the lines of a rule send a target. */
export interface Route {
  /** The index of the line that takes it; null: none does, or the rule has no lines. */
  readonly index: number | null;
  /** Its text. */
  readonly text: string | null;
  /** `none`: no line takes it, so it is refused. */
  readonly way: LineWay | 'none';
  /** Statuses of plain requests with which another proxy is tried once. */
  readonly statuses: readonly number[];
}

const ownProxies: Route = { index: null, text: null, way: [thisRule], statuses: [] };
const nowhere: Route = { index: null, text: null, way: 'none', statuses: [] };

/** Prepares the lines of a rule; null: it has none. */
export const prepareLines = (text: string): Lines | null => (text === '' ? null : compileLines(linesOf(text)));

/** Finds where a target goes. @param lines null: the rule has none, so its own proxies carry everything */
export function findRoute(lines: Lines | null, { host, port }: Destination): Route {
  if (lines === null) return ownProxies;
  const index = lines.find(host, port);
  const line = lines.lines[index];
  return line ? { index, text: lines.texts[index] ?? null, way: line.way, statuses: line.statuses } : nowhere;
}

/** Why the lines of a rule refuse a target; null: they let it pass. */
export const refusalOf = ({ way }: Route): Refusal | null =>
  way === 'block' ? 'blocked-by-line' : way === 'none' ? 'no-line' : null;

/** The line of a route as the log has it: its number, and what it does instead of using proxies; null: no line decided. */
export const describeLine = ({ index, way }: Route): string | null =>
  index === null ? null : `${String(index + 1)}${typeof way === 'string' ? ` ${way}` : ''}`;
