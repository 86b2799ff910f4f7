import type { ServiceRow } from '../../shared/records/service.ts';
import { formatServiceDay } from '../format/format-time.ts';
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

/**
 * The status of a service in words, with what happens at its end if the user has to know:
 * "Active, ends 23 Dec", "Active, manual renewal".
 */
export function describeStatus(service: ServiceRow): string {
  const { service_status: status, service_expiry_datetime: expiry } = service;
  const text = status === null ? '' : labelCode(status);
  const isEnding = service.service_is_pending_cancellation === true && status !== 'canceled';
  const isManual = service.service_is_automatic_collection === false && status !== 'canceled' && status !== 'complete';
  if (!isEnding) return isManual ? [text, 'manual renewal'].filter(Boolean).join(', ') : text;
  const end = expiry === null ? 'ends with its period' : `ends ${formatServiceDay(expiry, false)}`;
  return text === '' ? end : `${text}, ${end}`;
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
