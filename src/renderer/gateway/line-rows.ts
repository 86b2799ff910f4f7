import type { TableColumn } from '../../shared/csv.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import { thisRule, type Line } from '../../shared/gateway/rule-lines.ts';
import { isSameName } from '../../shared/saved.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';
import { formatCount } from '../format/format-number.ts';
import { describeInRotation } from './describe-rule.ts';

/** A line of a rule as the table shows it. */
export interface ShownLine {
  readonly index: number;
  readonly line: Line;
  /** Null: the gateway is off. */
  readonly requests: number | null;
  readonly failed: number | null;
  /** The index of the line above which it would match; null: it matches where it is. */
  readonly before: number | null;
  readonly note: string;
  readonly isWarning: boolean;
}

/**
 * The rows of the lines of a rule.
 *
 * @param unreached what `findUnreached` finds
 */
export function shownLines(
  lines: readonly Line[],
  unreached: readonly (number | null)[],
  state: ShownRule['state'],
  rules: readonly GatewayRule[],
): readonly ShownLine[] {
  return lines.map((line, index) => {
    const before = unreached[index] ?? null;
    const off =
      typeof line.way === 'string'
        ? []
        : line.way.filter((name) => rules.some((one) => isSameName(one.name, name) && !one.isOn));
    const warning =
      before !== null
        ? `Never matches: line ${String(before + 1)} comes first`
        : line.way === 'direct'
          ? "Shows this computer's own address"
          : off.length > 0
            ? `${off.join(', ')} is off`
            : null;
    const rotation =
      state !== null && line.way.length === 1 && line.way[0] === thisRule
        ? `${describeInRotation(state)} in rotation`
        : '';
    const counts = state?.lines[index];
    return {
      index,
      line,
      requests: counts?.requests ?? null,
      failed: counts?.failed ?? null,
      before,
      note: warning ?? rotation,
      isWarning: warning !== null,
    };
  });
}

const orDash = (count: number | null): string => (count === null ? '–' : formatCount(count));

/** The columns of the lines; those without a value are drawn by the table. */
export const lineColumns: readonly TableColumn<ShownLine>[] = [
  { name: 'grip', title: 'Move' },
  { name: 'number', title: 'Line', value: ({ index }) => index + 1, look: 'number' },
  { name: 'targets', title: 'Target', look: 'targets' },
  { name: 'way', title: 'Goes to', look: 'way' },
  {
    name: 'requests',
    title: 'Requests',
    value: ({ requests }) => requests,
    text: ({ requests }) => orDash(requests),
    look: 'number',
  },
  {
    name: 'failed',
    title: 'Fail',
    value: ({ failed }) => failed,
    text: ({ failed }) => orDash(failed),
    look: 'number',
  },
  { name: 'note', title: 'Note', look: 'note' },
  { name: 'action', title: 'Action' },
];
