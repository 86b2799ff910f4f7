import { describe, expect, it } from 'vitest';
import { proxyColumns } from '../../../src/renderer/proxies/proxy-columns.ts';
import { proxyFields, type ProxyEndpoint } from '../../../src/shared/records/proxy.ts';
import { queryKeys } from '../../../src/shared/filter/query-keys.ts';

describe('the columns of proxies', () => {
  it('offer every field that is neither a secret nor a list, each under a key of its own', () => {
    const offered = new Set(proxyColumns.flatMap(({ key, sortField }) => [key, sortField]));
    const missing = Object.entries(proxyFields)
      .filter(([field, { kind }]) => kind !== 'secret' && kind !== 'ids' && !offered.has(field))
      .map(([field]) => field);
    expect(missing).toEqual([]);
    expect(new Set(proxyColumns.map(({ key }) => key)).size).toBe(proxyColumns.length);
  });

  it('can be sorted by, except for the sparkline, and filter by keys that the language has', () => {
    const unsorted = proxyColumns.filter(({ sortField }) => sortField === null);
    expect(unsorted.map(({ key }) => key)).toEqual(['hours']);
    const keys = proxyColumns.flatMap(({ filter }) => filter?.key ?? []);
    expect(keys.filter((key) => !(key in queryKeys.proxies))).toEqual([]);
  });

  it('keep the number in sight in which the names of services differ', () => {
    const service = proxyColumns.find(({ key }) => key === 'service');
    const tailOf = (service_name: string | null): string | undefined =>
      // The column looks at its two fields only.
      service?.cell({ service_name, service_id: 'svc-1' } as ProxyEndpoint).tail;
    expect(tailOf('Residential 10')).toBe(' 10');
    expect(tailOf('ISP New York')).toBeUndefined();
    expect(tailOf(null)).toBeUndefined();
  });

  it('keep the end in sight in which IPv6 addresses of a subnet or a provider differ', () => {
    const address = proxyColumns.find(({ key }) => key === 'address');
    const tailOf = (v6: string): string | undefined =>
      // The column looks at its two addresses only.
      address?.cell({ proxy_ip_address: null, proxy_ip_address_v6: v6 } as ProxyEndpoint).tail;
    expect(tailOf('2001:db8:0:1d:4f:77:12:a1')).toBe(':12:a1');
    expect(tailOf('2001:db8:0:1d::7')).toBe(':1d::7');
    expect(tailOf('2001:db8::')).toBe('::');
    expect(tailOf('203.0.113.5')).toBeUndefined();
  });

  it('show a note at the place', () => {
    const place = proxyColumns.find(({ key }) => key === 'place');
    // The column looks at its place and its note only.
    const row = { country_id: 'US', city_name: 'Dallas', note: 'for a refund' } as ProxyEndpoint;
    expect(place?.cell(row).note).toBe('for a refund');
  });

  it('tell a proxy that was never tested from one whose tests all failed', () => {
    const success = proxyColumns.find(({ key }) => key === 'success');
    const titleOf = (testCount: number): string | undefined =>
      // The column looks at its two counts only.
      success?.cell({ testSuccessCount: 0, testCount } as ProxyEndpoint).title;
    expect(titleOf(0)).toBe('Not tested');
    expect(titleOf(2)).toBe('0 of 2 test results worked');
  });
});
