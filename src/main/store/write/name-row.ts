import { lists } from '../../../shared/lists.ts';
import { addressFields } from '../../../shared/records/change.ts';
import { mapSyncLists, type SyncList } from '../../../shared/sync.ts';

/** The fields of a removed proxy whose values are recorded: a replacement is recognized by its addresses. */
export const removedFields = [
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_http_port',
  'proxy_socks5_port',
  'asn_name',
  'city_name',
] as const;

/** The name of a proxy by the values of its fields; empty: it has no address. */
export function nameProxy(value: (field: string) => string): string {
  const [v4, v6] = addressFields.map(value);
  const host = v4 || (v6 ? `[${v6}]` : '');
  const port = value('proxy_http_port') || value('proxy_socks5_port');
  return host === '' || port === '' ? host : `${host}:${port}`;
}

/** The name of a row at the time of the change, in words that its users know. */
export const nameOf: { readonly [L in SyncList]: (value: (field: string) => string) => string } = {
  ...mapSyncLists((list) => (value: (field: string) => string) => value(lists[list].idField)),
  services: (value) => value('service_name'),
  proxies: nameProxy,
  residential_ledger: (value) =>
    `${value('residential_ledger_period_date')} ${value('residential_ledger_reason')}`.trim(),
};
