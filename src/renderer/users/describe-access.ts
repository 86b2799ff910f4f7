import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { labelCode } from '../format/label-code.ts';

/** The access type of a proxy user in words (specification, "Proxy user"); '' if it is unknown. */
export function describeAccess(row: ProxyUserRow): string {
  switch (row.proxy_user_access_type) {
    case 'all':
      return 'All proxies';
    case 'service_restricted':
      return 'Some services';
    case 'proxy_restricted':
      return 'Some proxies';
    case null:
      return '';
    default:
      return labelCode(row.proxy_user_access_type);
  }
}

/** What a user is restricted to: services by name, proxies by number; '' where it is not. */
export function describeRestrictions(row: ProxyUserRow): string {
  if (row.proxy_user_access_type === 'proxy_restricted') {
    return countOf(row.restrictedProxyCount, 'proxy', 'proxies');
  }
  if (row.proxy_user_access_type !== 'service_restricted') return '';
  const { restrictedServiceNames: names, restrictedServiceCount: count } = row;
  if (count === 0) return 'No services';
  const more = count - names.length;
  return names.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
