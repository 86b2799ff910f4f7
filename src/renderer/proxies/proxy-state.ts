import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import type { Tone } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';

interface ProxyState {
  readonly text: string;
  readonly tone: Tone;
}

/**
 * The state of a proxy in words, with the tone of its dot: whether it worked in its last test, which says more
 * than what the service reports; of one that was not tested, that.
 */
export function proxyState(
  row: Pick<ProxyEndpoint, 'proxy_is_online' | 'proxy_status' | 'isLastTestSuccessful'>,
): ProxyState {
  const reported = reportedState(row);
  if (row.isLastTestSuccessful === null) return reported;
  const also = `${reported.text.charAt(0).toLowerCase()}${reported.text.slice(1)}`;
  return row.isLastTestSuccessful ? { text: `Works, ${also}`, tone: 'ok' } : { text: `Fails, ${also}`, tone: 'bad' };
}

/** What the service reports. */
function reportedState(row: Pick<ProxyEndpoint, 'proxy_is_online' | 'proxy_status'>): ProxyState {
  const status = row.proxy_status === null ? '' : `, ${labelCode(row.proxy_status).toLowerCase()}`;
  if (row.proxy_is_online === false) return { text: `Offline${status}`, tone: 'bad' };
  if (row.proxy_status === 'pending_deletion' || row.proxy_status === 'waiting') {
    return { text: labelCode(row.proxy_status), tone: 'warn' };
  }
  if (row.proxy_is_online === true) return { text: `Online${status}`, tone: 'ok' };
  return { text: `Unknown whether online${status}`, tone: 'none' };
}
