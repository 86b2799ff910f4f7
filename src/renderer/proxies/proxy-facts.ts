import type { JsonObject } from '../../shared/json.ts';
import type { ReferenceKind } from '../../shared/records/reference.ts';
import { proxyFields, type ProxyEndpoint } from '../../shared/records/proxy.ts';
import { fieldFacts, type Fact } from '../format/fact.ts';

const endpoint = (host: string | null, port: number | null): string | null => {
  if (host === null || port === null) return null;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
};
const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;

/** What matters about a proxy: how it is reached, its place and network, its service. */
export function proxyFacts(
  row: ProxyEndpoint,
  record: JsonObject,
  show: (kind: 'service' | ReferenceKind, id: string) => void,
): Fact[] {
  const { service_id: serviceId } = row;
  const { proxy_http_port: http, proxy_socks5_port: socks5, country_name: country } = proxyFields;
  const v4 = row.proxy_ip_address;
  const v6 = row.proxy_ip_address_v6;
  const host = v4 ?? v6;
  /** What a value names is shown by a click on it. */
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
    ...(v4 === null || v6 === null ? [] : fieldFacts(proxyFields, record, ['proxy_ip_address_v6'])),
    {
      name: 'Place',
      value: joined([row.city_name, row.subdivision_name ?? row.subdivision_id], ', '),
      ...opens('city', 'city', row.city_id),
    },
    {
      name: country.label,
      value: joined([row.country_id, row.country_name], ' · '),
      ...opens('country', 'country', row.country_id),
    },
    {
      name: proxyFields.asn_name.label,
      value: joined([row.asn_id === null ? null : `AS${row.asn_id}`, row.asn_name], ' '),
      ...opens('asn', 'network', row.asn_id),
    },
    ...fieldFacts(proxyFields, record, [row.subnet_id === null ? 'subnet_id_v6' : 'subnet_id']),
    {
      name: 'Service',
      value: row.service_name ?? serviceId,
      ...opens('service', 'service', serviceId),
    },
    ...fieldFacts(proxyFields, record, ['proxy_status', 'proxy_id']),
  ];
}
