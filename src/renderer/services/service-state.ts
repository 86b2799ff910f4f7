import type { Tone } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';

/** The status of a service in words, with the tone of its dot; unknown ones have none. */
export function serviceState(status: string | null): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (status === null) return { text: 'No status', tone: 'none' };
  return { text: labelCode(status), tone: toneOf(status) };
}

function toneOf(status: string): Tone {
  switch (status) {
    case 'active':
    case 'complete':
      return 'ok';
    case 'awaiting_fulfillment':
    case 'awaiting_manual_fulfillment':
    case 'awaiting_additional_fulfillment':
    case 'paused':
      return 'warn';
    case 'overdue':
    case 'canceled':
      return 'bad';
    default:
      return 'none';
  }
}
