import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { searchResidentialAvailability } from '../../../src/main/api/availability.ts';
import { retrieveCheckoutCatalog } from '../../../src/main/api/catalog.ts';
import type { ApiClient } from '../../../src/main/api/http/client.ts';
import { retrieveCustomer } from '../../../src/main/api/customer.ts';
import type { Page, WalkOptions } from '../../../src/main/api/pages.ts';
import { createProxyTestRun } from '../../../src/main/api/proxy-test-run.ts';
import { retrieveProxyUser, searchProxyUsers } from '../../../src/main/api/proxy-user.ts';
import { listProxyOptions, retrieveProxy, searchProxies } from '../../../src/main/api/proxy.ts';
import {
  retrieveAsn,
  retrieveCity,
  retrieveCountry,
  retrieveSubdivision,
} from '../../../src/main/api/reference.ts';
import { retrieveServiceAdjustment } from '../../../src/main/api/service-adjustment.ts';
import { editService, retrieveService, searchServices } from '../../../src/main/api/service.ts';
import {
  retrieveMobileLedgerEntry,
  retrieveMobileSummary,
  retrieveResidentialLedgerEntry,
  retrieveResidentialSummary,
  searchResidentialLedger,
} from '../../../src/main/api/usage.ts';
import { routes } from '../../../src/main/demo/routes.ts';
import { connect, keys, serve } from './serve.ts';

const firstPage =
  (search: (client: ApiClient, options: WalkOptions) => AsyncGenerator<Page>) =>
  (client: ApiClient): Promise<unknown> =>
    search(client, { countSeen: () => 0 }).next();

/** Every operation with the request line and the body that the specification shows for it. */
const operations: readonly (readonly [
  request: string,
  body: string,
  call: (client: ApiClient) => Promise<unknown>,
])[] = [
  ['GET service/search?page=1&per_page=1000', '', firstPage(searchServices)],
  ['GET service/retrieve/a', '', (client) => retrieveService(client, 'a')],
  [
    'PATCH service/edit/a',
    '{"service_is_automatic_collection":false,"service_metadata":{"label":"é"}}',
    (client) =>
      editService(client, 'a', {
        service_is_automatic_collection: false,
        service_metadata: { label: 'é' },
      }),
  ],
  ['GET service_adjustment/retrieve/a', '', (client) => retrieveServiceAdjustment(client, 'a')],
  ['GET proxy/search?page=1&per_page=1000', '', firstPage(searchProxies)],
  ['GET proxy/retrieve/a', '', (client) => retrieveProxy(client, 'a')],
  ['POST proxy/list/options', '{"proxy_ids":["a"]}', (client) => listProxyOptions(client, ['a'])],
  ['GET proxy_user/search?page=1&per_page=1000', '', firstPage(searchProxyUsers)],
  ['GET proxy_user/retrieve/a', '', (client) => retrieveProxyUser(client, 'a')],
  ['GET residential_ledger/search?page=1&per_page=1000', '', firstPage(searchResidentialLedger)],
  [
    'GET residential_ledger/retrieve/a',
    '',
    (client) => retrieveResidentialLedgerEntry(client, 'a'),
  ],
  ['GET mobile_ledger/retrieve/a', '', (client) => retrieveMobileLedgerEntry(client, 'a')],
  ['GET residential/summary', '', (client) => retrieveResidentialSummary(client)],
  ['GET mobile/summary', '', (client) => retrieveMobileSummary(client)],
  [
    'GET residential_availability/search?group_by=country%2Cos',
    '',
    (client) => searchResidentialAvailability(client, { groupBy: ['country', 'os'] }),
  ],
  ['GET checkout/catalog', '', (client) => retrieveCheckoutCatalog(client)],
  ['GET city/retrieve/a', '', (client) => retrieveCity(client, 'a')],
  ['GET asn/retrieve/a', '', (client) => retrieveAsn(client, 'a')],
  ['GET country/retrieve/a', '', (client) => retrieveCountry(client, 'a')],
  ['GET subdivision/retrieve/a', '', (client) => retrieveSubdivision(client, 'a')],
  ['GET customer/retrieve', '', (client) => retrieveCustomer(client)],
  [
    'POST proxy_test_run/create',
    '{"proxies":[{"proxy_id":"a","proxy_string":"h:1:u:p"}],"urls":["https://example.com/"]}',
    (client) =>
      createProxyTestRun(client, {
        proxies: [{ proxy_id: 'a', proxy_string: 'h:1:u:p' }],
        urls: ['https://example.com/'],
      }),
  ],
];

test('the operations are the 22 of the specification', () => {
  const named = operations.map(([request]) => request.replace(/\?.*/, '').replace(/\/a$/, '/{id}'));
  const specified = routes.map(({ method, path }) => `${method} ${path.slice(13)}`);
  expect(named.toSorted()).toEqual(specified.toSorted());
  expect(named).toHaveLength(22);
});

test.each(operations)(
  '%s: one request, with keys and body as specified',
  async (line, body, call) => {
    const received: { message: IncomingMessage; body: string }[] = [];
    const { baseUrl } = await serve((message, response) => {
      void text(message).then((sent) => {
        received.push({ message, body: sent });
        const isList = /per_page|list\/options/.test(message.url ?? '');
        response.end(isList ? '{"data":[],"page":1,"total_count":0}' : '{"data":{"id":"a"}}');
      });
    });
    await call(connect(baseUrl).client);
    expect(received).toHaveLength(1);
    for (const { message, body: sent } of received) {
      const [method, target] = line.split(' ');
      expect([message.method, message.url]).toEqual([method, `/1.0/public/user/${target ?? ''}`]);
      expect(sent).toBe(body);
      expect(message.headers).toMatchObject({
        'x-api-public-key': keys.publicKey,
        'x-api-private-key': keys.privateKey,
        accept: 'application/json',
      });
      expect(message.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    }
  },
);
