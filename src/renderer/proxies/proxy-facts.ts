import type { JsonObject, JsonValue } from '../../shared/json.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import type { Fact } from '../format/fact.ts';
import { labelCode } from '../format/label-code.ts';

const endpoint = (host: string | null, port: number | null): string | null => {
  if (host === null || port === null) return null;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
};
const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;
const text = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** What matters about a proxy: where it is reached, where it stands, whose it is. */
export function proxyFacts(row: ProxyEndpoint, record: JsonObject): Fact[] {
  const v4 = row.proxy_ip_address;
  const v6 = row.proxy_ip_address_v6;
  const host = v4 ?? v6;
  const facts: Fact[] = [
    { name: 'HTTP', value: endpoint(host, row.proxy_http_port), isMono: true },
    { name: 'SOCKS5', value: endpoint(host, row.proxy_socks5_port), isMono: true },
  ];
  if (v4 !== null && v6 !== null) {
    facts.push({ name: 'IPv6', value: v6, isMono: true });
  }
  facts.push(
    {
      name: 'Place',
      value: joined([row.city_name, row.subdivision_id ?? row.country_id], ', '),
      title: joined([row.city_name, row.subdivision_id, row.country_name], ', ') ?? '',
    },
    {
      name: 'Network',
      value: joined([row.asn_id === null ? null : `AS${row.asn_id}`, row.asn_name], ' '),
    },
    {
      name: 'Subnet',
      value: text(record['subnet_id']) ?? text(record['subnet_id_v6']),
      isMono: true,
    },
    { name: 'Service', value: row.service_name ?? row.service_id },
    { name: 'Status', value: row.proxy_status === null ? null : labelCode(row.proxy_status) },
    { name: 'Id', value: row.proxy_id, isMono: true },
  );
  return facts;
}
