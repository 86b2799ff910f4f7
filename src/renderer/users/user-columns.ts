import { proxyUserFields, type ProxyUserRow } from '../../shared/records/proxy-user.ts';
import { limitTone } from '../../shared/figures/limits.ts';
import { countOf, formatBytes, formatCount } from '../format/format-number.ts';
import { fieldColumns, stateColumn } from '../table/columns/field-column.ts';
import type { GridCell, GridColumn, Tone } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/format-field.ts';

const column = fieldColumns(proxyUserFields, 'proxy_users');

export const userColumns: readonly GridColumn<ProxyUserRow>[] = [
  stateColumn(userState),
  column('proxy_user_id', {
    key: 'id',
    widthRem: 9.75,
    variant: 'plain',
    cell: (row) => ({
      text: row.proxy_user_id + (row.proxy_user_is_default === true ? ' (default)' : ''),
      title: row.proxy_user_id,
    }),
  }),
  column<ProxyUserRow>('proxy_user_access_type', {
    key: 'access',
    widthRem: 8.25,
    grow: 1,
    variant: 'plain',
    cell: (row) => ({
      text: describeAccess(row),
      title: row.proxy_user_access_type ?? undefined,
    }),
  }),
  {
    key: 'proxies',
    label: 'Proxies',
    widthRem: 5.75,
    sortField: 'accessibleProxyCount',
    isNumber: true,
    value: (row) => row.accessibleProxyCount,
    cell: (row) => ({ text: formatCount(row.accessibleProxyCount) }),
  },
  {
    key: 'used',
    label: 'Used',
    widthRem: 4,
    sortField: 'dataUsedPercent',
    isNumber: true,
    value: (row) => row.dataUsedPercent,
    cell: ({ dataUsedPercent: percent }) =>
      percent === null
        ? { text: '', title: 'No data limit' }
        : {
            text: `${formatCount(Math.floor(percent))}%`,
            title: 'Of its data limit, the higher of residential and mobile',
            tone: limitTone(percent / 100) ?? undefined,
          },
  },
  {
    key: 'restricted',
    label: 'Restricted to',
    widthRem: 7.5,
    grow: 1.6,
    sortField: null,
    variant: 'dim',
    cell: (row) => ({ text: describeRestrictions(row), title: describeRestrictions(row) }),
  },
  column('proxy_user_residential_bytes_used', {
    key: 'residential',
    widthRem: 10.75,
    grow: 1.2,
    isNumber: false,
    isHighFirst: true,
    cell: (row) => usage(row.proxy_user_residential_bytes_used, row.proxy_user_residential_bytes_limit),
  }),
  column('proxy_user_mobile_bytes_used', {
    key: 'mobile',
    widthRem: 10.75,
    grow: 1.2,
    isNumber: false,
    isHighFirst: true,
    cell: (row) => usage(row.proxy_user_mobile_bytes_used, row.proxy_user_mobile_bytes_limit),
  }),
  {
    key: 'addresses',
    label: proxyUserFields.ip_address_authentications.label,
    widthRem: 6,
    sortField: null,
    isNumber: true,
    cell: (row) => ({
      text: formatCount(row.ipAuthenticationCount),
      title: countOf(
        row.ipAuthenticationCount,
        'address that is authorized without a password',
        'addresses that are authorized without a password',
      ),
    }),
  },
  column('proxy_user_creation_datetime', {
    key: 'created',
    widthRem: 9,
    variant: 'dim',
  }),
];

function userState(row: ProxyUserRow): { text: string; tone: Tone } {
  if (row.proxy_user_is_deleted === true) return { text: 'Deleted', tone: 'bad' };
  return row.proxy_user_is_deleted === false
    ? { text: 'In use', tone: 'ok' }
    : { text: 'Unknown whether deleted', tone: 'none' };
}

function usage(used: number | null, limit: number | null): GridCell {
  if (used === null) return { text: '' };
  const title = `${formatCount(used)} bytes${limit === null ? '' : ` of ${formatCount(limit)}`}`;
  if (limit === null || limit <= 0) return { text: formatBytes(used), title };
  return {
    text: `${formatBytes(used)} of ${formatBytes(limit)}`,
    title,
    share: used / limit,
    tone: limitTone(used / limit) ?? undefined,
  };
}

/** Access in words (specification, "Proxy user"); '' if unknown. */
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

/** Services by name, proxies by number; '' if none. */
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
