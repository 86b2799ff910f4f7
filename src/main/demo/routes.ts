import { listAccess } from './access-options.ts';
import { describeAvailability } from './data/availability.ts';
import { answerPage } from './page.ts';
import { asns, cities, countries, subdivisions } from './data/reference.ts';
import { answerOne, retrieveFrom, type Route } from './route.ts';
import { editService } from './service-edit.ts';
import { runProxyTest } from './test-run.ts';

/** The 22 operations (specification, Endpoints). */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/public/user/service/search',
    answer: ({ account, query }) => answerPage(account.services, query, 'Service'),
  },
  retrieveFrom('service', 'Service', (account) => account.services),
  { method: 'PATCH', path: '/public/user/service/edit/{id}', answer: editService },
  retrieveFrom('service_adjustment', 'Service adjustment', (account) => account.adjustments),
  {
    method: 'GET',
    path: '/public/user/proxy/search',
    answer: ({ account, query }) => answerPage(account.proxies, query, 'Proxy'),
  },
  {
    method: 'GET',
    path: '/public/user/proxy/retrieve/{id}',
    answer({ account, id }) {
      const proxy = account.proxies.find(id);
      return answerOne('Proxy', proxy?.['proxy_status'] === 'in_use' ? proxy : undefined);
    },
  },
  {
    method: 'POST',
    path: '/public/user/proxy/list/options',
    answer: ({ account, body }) => ({
      data: listAccess(account, body),
      message: 'Proxy list options successfully retrieved.',
    }),
  },
  {
    method: 'GET',
    path: '/public/user/proxy_user/search',
    answer: ({ account, query }) => answerPage(account.proxyUsers, query, 'Proxy user'),
  },
  retrieveFrom('proxy_user', 'Proxy user', (account) => account.proxyUsers),
  {
    method: 'GET',
    path: '/public/user/residential_ledger/search',
    answer: ({ account, query }) =>
      answerPage(account.residentialLedger, query, 'Residential ledger'),
  },
  retrieveFrom('residential_ledger', 'Residential ledger', (account) => account.residentialLedger),
  retrieveFrom('mobile_ledger', 'Mobile ledger', (account) => account.mobileLedger),
  {
    method: 'GET',
    path: '/public/user/residential/summary',
    answer: ({ account }) => answerOne('Residential summary', account.summary('residential')),
  },
  {
    method: 'GET',
    path: '/public/user/mobile/summary',
    answer: ({ account }) => answerOne('Mobile summary', account.summary('mobile')),
  },
  {
    method: 'GET',
    path: '/public/user/checkout/catalog',
    answer: ({ account }) => answerOne('Checkout catalog', account.catalog),
  },
  {
    method: 'GET',
    path: '/public/user/residential_availability/search',
    answer: ({ query }) => ({
      data: describeAvailability(query['group_by']),
      message: 'Residential availability search successful.',
    }),
  },
  retrieveFrom('city', 'City', () => cities),
  retrieveFrom('asn', 'ASN', () => asns),
  retrieveFrom('country', 'Country', () => countries),
  retrieveFrom('subdivision', 'Subdivision', () => subdivisions),
  {
    method: 'GET',
    path: '/public/user/customer/retrieve',
    answer: ({ account }) => answerOne('Customer', account.customer()),
  },
  {
    method: 'POST',
    path: '/public/user/proxy_test_run/create',
    answer: ({ account, body, seed, testRunCount, nowMs }) =>
      runProxyTest(account, body, { seed, runNumber: testRunCount, nowMs }),
  },
];
