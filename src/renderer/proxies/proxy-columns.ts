import type { ProxyEndpoint } from '../../shared/proxy.ts';
import { formatPercent, countOf } from '../ui/format-number.ts';
import { shortServiceTime } from '../ui/format-time.ts';
import type { GridCell, GridColumn, Tone } from '../ui/grid-column.ts';
import { labelCode } from '../ui/label-code.ts';
import { proxyState } from './proxy-state.ts';

/** Below these shares of successful tests, in percent, a proxy is worth a look, or two. */
const fairPercent = 95;
const poorPercent = 80;

const plain = (text: string | null): GridCell => ({ text: text ?? '', title: text ?? undefined });
const port = (value: number | null): GridCell => ({ text: value === null ? '' : String(value) });

/** Columns of the proxies view, in their order. */
export const proxyColumns: readonly GridColumn<ProxyEndpoint>[] = [
  {
    key: 'state',
    label: 'Online',
    track: '22px',
    minPx: 22,
    importance: 99,
    sortField: null,
    face: 'dot',
    cell: (row) => {
      const { text, tone } = proxyState(row);
      return { text, tone, title: text };
    },
  },
  {
    key: 'address',
    label: 'Address',
    track: 'minmax(126px, 1.2fr)',
    minPx: 126,
    importance: 100,
    sortField: 'proxy_ip_address',
    face: 'mono',
    cell: (row) => plain(row.proxy_ip_address ?? row.proxy_ip_address_v6),
  },
  {
    key: 'http',
    label: 'HTTP',
    track: '50px',
    minPx: 50,
    importance: 60,
    sortField: 'proxy_http_port',
    isNumber: true,
    face: 'mono-dim',
    cell: (row) => port(row.proxy_http_port),
  },
  {
    key: 'socks5',
    label: 'SOCKS5',
    track: '66px',
    minPx: 66,
    importance: 50,
    sortField: 'proxy_socks5_port',
    isNumber: true,
    face: 'mono-dim',
    cell: (row) => port(row.proxy_socks5_port),
  },
  {
    key: 'place',
    label: 'Place',
    track: 'minmax(116px, 1.1fr)',
    minPx: 116,
    importance: 90,
    sortField: 'country_id',
    cell: (row) => ({
      lead: row.country_id ?? undefined,
      text: row.city_name ?? row.country_name ?? '',
      title: [row.city_name, row.subdivision_id, row.country_name]
        .filter((part) => part !== null)
        .join(', '),
    }),
  },
  {
    key: 'network',
    label: 'Network',
    track: 'minmax(88px, 1fr)',
    minPx: 88,
    importance: 45,
    sortField: 'asn_name',
    cell: (row) => plain(row.asn_name),
  },
  {
    key: 'type',
    label: 'Type',
    track: '80px',
    minPx: 80,
    importance: 55,
    sortField: 'proxy_type',
    face: 'dim',
    cell: (row) => ({ text: row.proxy_type === null ? '' : labelCode(row.proxy_type) }),
  },
  {
    key: 'service',
    label: 'Service',
    track: 'minmax(126px, 1.3fr)',
    minPx: 126,
    importance: 70,
    sortField: 'service_name',
    face: 'dim',
    cell: (row) => plain(row.service_name ?? row.service_id),
  },
  {
    key: 'success',
    label: 'Success',
    track: '62px',
    minPx: 62,
    importance: 80,
    sortField: null,
    isNumber: true,
    cell: (row) => ({
      text: formatPercent(row.testSuccessCount, row.testCount) ?? '',
      title: `${row.testSuccessCount} of ${countOf(row.testCount, 'test result')} succeeded`,
      tone: successTone(row),
    }),
  },
  {
    key: 'tested',
    label: 'Tested',
    track: '86px',
    minPx: 86,
    importance: 40,
    sortField: 'lastTestDatetime',
    isDate: true,
    face: 'dim',
    cell: (row) => ({
      text: row.lastTestDatetime === null ? '' : shortServiceTime(row.lastTestDatetime),
      title:
        row.lastTestDatetime === null
          ? 'Not tested'
          : `${row.lastTestDatetime}, as the service gives it; its time zone is not documented`,
    }),
  },
];

function successTone(row: ProxyEndpoint): Tone | undefined {
  if (row.testCount === 0) return undefined;
  const percent = (row.testSuccessCount / row.testCount) * 100;
  if (percent < poorPercent) return 'bad';
  return percent < fairPercent ? 'warn' : undefined;
}
