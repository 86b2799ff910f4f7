import type { Tone } from '../table/columns/grid-column.ts';
import { labelCode, readText } from '../format/format-field.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ReferenceKind } from '../../shared/records/reference.ts';
import { proxyFields, type ProxyEndpoint } from '../../shared/records/proxy.ts';
import { fieldDetails, type Detail } from '../format/detail.ts';

interface ProxyState {
  readonly text: string;
  readonly tone: Tone;
}

/** By the last test, otherwise by the service. */
export function proxyState(
  row: Pick<ProxyEndpoint, 'proxy_is_online' | 'proxy_status' | 'isLastTestSuccessful'>,
): ProxyState {
  const reported = reportedState(row);
  if (row.isLastTestSuccessful === null) return reported;
  const also = `${reported.text.charAt(0).toLowerCase()}${reported.text.slice(1)}`;
  return row.isLastTestSuccessful ? { text: `Works, ${also}`, tone: 'ok' } : { text: `Fails, ${also}`, tone: 'bad' };
}

function reportedState(row: Pick<ProxyEndpoint, 'proxy_is_online' | 'proxy_status'>): ProxyState {
  const status = row.proxy_status === null ? '' : `, ${labelCode(row.proxy_status).toLowerCase()}`;
  if (row.proxy_is_online === false) return { text: `Offline${status}`, tone: 'bad' };
  if (row.proxy_status === 'pending_deletion' || row.proxy_status === 'waiting') {
    return { text: labelCode(row.proxy_status), tone: 'warn' };
  }
  if (row.proxy_is_online === true) return { text: `Online${status}`, tone: 'ok' };
  return { text: `Unknown whether online${status}`, tone: 'none' };
}

const endpoint = (host: string | null, port: number | null): string | null => {
  if (host === null || port === null) return null;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
};
const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;

/** How it is reached, place, network, service. */
export function proxyDetails(
  row: ProxyEndpoint,
  record: JsonObject,
  show: (kind: 'service' | ReferenceKind, id: string) => void,
): Detail[] {
  const { service_id: serviceId } = row;
  const { proxy_http_port: http, proxy_socks5_port: socks5, country_name: country } = proxyFields;
  const v4 = row.proxy_ip_address;
  const v6 = row.proxy_ip_address_v6;
  const host = v4 ?? v6;
  const opens = (kind: 'service' | ReferenceKind, name: string, id: number | string | null) =>
    id === null
      ? {}
      : {
          title: `Show the ${name}`,
          open: () => {
            show(kind, String(id));
          },
        };
  return [
    { name: http.label, value: endpoint(host, row.proxy_http_port), isMono: true },
    { name: socks5.label, value: endpoint(host, row.proxy_socks5_port), isMono: true },
    ...(v4 === null || v6 === null ? [] : fieldDetails(proxyFields, record, ['proxy_ip_address_v6'])),
    {
      name: 'Place',
      value: joined([row.city_name, row.subdivision_name ?? row.subdivision_id], ', '),
      ...opens('city', 'city', row.city_id),
    },
    {
      name: country.label,
      value: joined([row.country_id, row.country_name], ' · '),
      // The service's code.
      ...opens('country', 'country', readText(record, 'country_id')),
    },
    {
      name: proxyFields.asn_name.label,
      value: joined([row.asn_id === null ? null : `AS${row.asn_id}`, row.asn_name], ' '),
      ...opens('asn', 'network', row.asn_id),
    },
    ...fieldDetails(proxyFields, record, [row.subnet_id === null ? 'subnet_id_v6' : 'subnet_id']),
    {
      name: 'Service',
      value: row.service_name ?? serviceId,
      ...opens('service', 'service', serviceId),
    },
    ...fieldDetails(proxyFields, record, ['proxy_status', 'proxy_id']),
  ];
}
