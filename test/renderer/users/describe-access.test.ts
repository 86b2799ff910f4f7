import { expect, it } from 'vitest';
import { describeAccess, describeRestrictions } from '../../../src/renderer/users/user-columns.ts';
import { proxyUserFields, type ProxyUserRow } from '../../../src/shared/records/proxy-user.ts';
import { emptyRow } from '../../support/empty-row.ts';

const user = (fields: Partial<ProxyUserRow>): ProxyUserRow => ({
  ...emptyRow(proxyUserFields),
  proxy_user_id: 'alice',
  proxy_user_access_type: 'all',
  restrictedServiceCount: 0,
  restrictedProxyCount: 0,
  restrictedServiceNames: [],
  ipAuthenticationCount: 0,
  accessibleProxyCount: 0,
  dataUsedPercent: null,
  ...fields,
});

it('tells the access type in words, an unknown one as the service writes it', () => {
  const words = ['all', 'service_restricted', 'proxy_restricted', 'by_weekday', null].map((type) =>
    describeAccess(user({ proxy_user_access_type: type })),
  );
  expect(words).toEqual(['All proxies', 'Some services', 'Some proxies', 'By weekday', '']);
});

it('names the services that a user is restricted to, and counts what is not named', () => {
  const restricted = { proxy_user_access_type: 'service_restricted' };
  const names = ['One', 'Two', 'svc-3'];
  expect(describeRestrictions(user({ ...restricted, restrictedServiceCount: 5, restrictedServiceNames: names }))).toBe(
    'One, Two, svc-3 and 2 more',
  );
  expect(
    describeRestrictions(user({ ...restricted, restrictedServiceCount: 1, restrictedServiceNames: ['One'] })),
  ).toBe('One');
  expect(describeRestrictions(user(restricted))).toBe('No services');
  expect(describeRestrictions(user({ proxy_user_access_type: 'proxy_restricted', restrictedProxyCount: 13 }))).toBe(
    '13 proxies',
  );
  expect(describeRestrictions(user({ restrictedServiceNames: names }))).toBe('');
});
