import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import { countOf, formatBytes, formatCount } from '../format/format-number.ts';
import { formatServiceTime } from '../format/format-time.ts';
import { byField } from '../table/columns/by-field.ts';
import type { GridCell, GridColumn, Tone } from '../table/columns/grid-column.ts';
import { describeAccess, describeRestrictions } from './describe-access.ts';

/** Columns of the proxy users view, in their order. */
export const userColumns: readonly GridColumn<ProxyUserRow>[] = [
  {
    key: 'state',
    label: 'State',
    track: '30px',
    minPx: 30,
    priority: 99,
    sortField: null,
    variant: 'dot',
    cell: (row) => {
      const { text, tone } = userState(row);
      return { text, tone, title: text };
    },
  },
  {
    key: 'id',
    label: 'Proxy user',
    track: 'minmax(150px, 1.4fr)',
    minPx: 150,
    priority: 100,
    sortField: 'proxy_user_id',
    filter: byField('id', 'proxy_user_id'),
    value: (row) => row.proxy_user_id,
    cell: (row) => ({
      text: row.proxy_user_id + (row.proxy_user_is_default === true ? ' (default)' : ''),
      title: row.proxy_user_id,
    }),
  },
  {
    key: 'access',
    label: 'Access',
    track: 'minmax(130px, 1fr)',
    minPx: 130,
    priority: 90,
    sortField: 'proxy_user_access_type',
    filter: byField('access', 'proxy_user_access_type'),
    value: (row) => row.proxy_user_access_type,
    cell: (row) => ({
      text: describeAccess(row),
      title: row.proxy_user_access_type ?? undefined,
    }),
  },
  {
    key: 'restricted',
    label: 'Restricted to',
    track: 'minmax(120px, 1.6fr)',
    minPx: 120,
    priority: 50,
    sortField: null,
    variant: 'dim',
    cell: (row) => ({ text: describeRestrictions(row), title: describeRestrictions(row) }),
  },
  {
    key: 'proxies',
    label: 'Proxies',
    track: '90px',
    minPx: 90,
    priority: 95,
    sortField: 'accessibleProxyCount',
    isNumber: true,
    value: (row) => row.accessibleProxyCount,
    cell: (row) => ({ text: formatCount(row.accessibleProxyCount) }),
  },
  {
    key: 'residential',
    label: 'Residential used',
    track: 'minmax(172px, 1.2fr)',
    minPx: 172,
    priority: 60,
    sortField: 'proxy_user_residential_bytes_used',
    value: (row) => row.proxy_user_residential_bytes_used,
    cell: (row) =>
      usage(row.proxy_user_residential_bytes_used, row.proxy_user_residential_bytes_limit),
  },
  {
    key: 'mobile',
    label: 'Mobile used',
    track: 'minmax(172px, 1.2fr)',
    minPx: 172,
    priority: 55,
    sortField: 'proxy_user_mobile_bytes_used',
    value: (row) => row.proxy_user_mobile_bytes_used,
    cell: (row) => usage(row.proxy_user_mobile_bytes_used, row.proxy_user_mobile_bytes_limit),
  },
  {
    key: 'addresses',
    label: 'IP logins',
    track: '84px',
    minPx: 84,
    priority: 30,
    sortField: null,
    isNumber: true,
    cell: (row) => ({
      text: formatCount(row.ipAuthenticationCount),
      title: countOf(
        row.ipAuthenticationCount,
        'address that is authorized without a password',
        'addresses that log in by themselves',
      ),
    }),
  },
  {
    key: 'created',
    label: 'Created',
    track: '156px',
    minPx: 156,
    priority: 40,
    sortField: 'proxy_user_creation_datetime',
    isDate: true,
    variant: 'dim',
    filter: byField('created', 'proxy_user_creation_datetime'),
    value: (row) => row.proxy_user_creation_datetime,
    cell: (row) => ({
      text:
        row.proxy_user_creation_datetime === null
          ? ''
          : formatServiceTime(row.proxy_user_creation_datetime),
      title: row.proxy_user_creation_datetime ?? undefined,
    }),
  },
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
  return { text: `${formatBytes(used)} of ${formatBytes(limit)}`, title, share: used / limit };
}
