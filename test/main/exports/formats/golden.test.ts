import { expect, test } from 'vitest';
import type { ExportFormat, ExportRow } from '../../../../src/main/exports/format.ts';
import { exportFormats } from '../../../../src/main/exports/formats/index.ts';
import { easyRow, hardPassword, writeDocument } from '../../../support/export-rows.ts';

const place = {
  service_id: 'svc-1',
  proxy_type: 'isp',
  proxy_status: 'in_use',
  country_id: 'US',
  country_name: 'United States',
  subdivision_name: 'New York',
  city_name: 'New York',
  city_timezone: 'America/New_York',
  city_example_postcode: '10001',
  asn_id: 7001,
  asn_name: 'Network',
};

/** An address of either version, both protocols, and the hard password; with a place, as synced. */
const rows: readonly ExportRow[] = (
  [
    { password: 'p@ss:1' },
    { password: 'p@ss:1', host: '2001:db8::1' },
    { password: hardPassword },
    { password: 'p@ss:1', protocol: 'socks5', port: 1080 },
    { password: hardPassword, protocol: 'socks5', port: 1080, host: '2001:db8::1' },
    { password: 'pass' },
    { password: 'pass', host: '2001:db8::1' },
    { username: '', password: '' },
  ] as const
).map((row, index) => ({
  ...easyRow,
  ...row,
  index: index + 1,
  name: `US New York & "Co" ${String(index + 1)}`,
  details: { ...place, proxy_id: `p-${String(index + 1)}` },
}));

/** The rows that come to a format; where one export names one proxy, each of them does. */
const rowsOf = ({ protocol, maxProxies, hasCredentials, canOmitCredentials }: ExportFormat): ExportRow[] =>
  rows
    .filter((row) => protocol === null || row.protocol === protocol)
    .filter((row) => row.username !== '' || canOmitCredentials === true || !hasCredentials)
    .map((row) => (maxProxies === 1 ? { ...row, index: 1 } : row));

const goldenFile = (name: string): string => `golden/${name.replaceAll('@', '-at-').replaceAll(':', '_')}.txt`;

test.each(exportFormats.map((format) => [format.name, format] as const))(
  '%s is written in the form that its consumer reads',
  async (name, format) => {
    await expect(writeDocument(format, rowsOf(format))).toMatchFileSnapshot(goldenFile(name));
  },
);

test('a refusal names a format that can represent the text', async () => {
  const refusals = exportFormats.flatMap((format) =>
    rowsOf(format).flatMap((row) => {
      const refusal = format.refuse(row);
      const proxy = `${row.protocol} ${row.host} ${row.password}`;
      return refusal === undefined ? [] : [`${format.name} | ${proxy} | ${refusal}`];
    }),
  );
  await expect(`${refusals.join('\n')}\n`).toMatchFileSnapshot(goldenFile('refusals'));
});
