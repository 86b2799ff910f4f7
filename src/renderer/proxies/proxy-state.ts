import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import type { Tone } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';

/** The state of a proxy in words, with the tone of its dot. */
export function proxyState(row: Pick<ProxyEndpoint, 'proxy_is_online' | 'proxy_status'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  const status = row.proxy_status === null ? '' : `, ${labelCode(row.proxy_status).toLowerCase()}`;
  if (row.proxy_is_online === false) return { text: `Offline${status}`, tone: 'bad' };
  if (row.proxy_status === 'pending_deletion' || row.proxy_status === 'waiting') {
    return { text: labelCode(row.proxy_status), tone: 'warn' };
  }
  if (row.proxy_is_online === true) return { text: `Online${status}`, tone: 'ok' };
  return { text: `Unknown whether online${status}`, tone: 'none' };
}
