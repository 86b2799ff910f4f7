import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ApiClient, CallOptions } from '../../../src/main/api/http/client.ts';
import { actions, records, searches, type Operation, type RecordKind } from '../../../src/shared/operations.ts';
import { listPages } from '../../../src/main/api/pages.ts';
import { editService, listProxyOptions, createProxyTestRun } from '../../../src/main/api/actions.ts';
import type { SyncList } from '../../../src/shared/sync.ts';
import { connect, failureOf, keys, serve } from './serve.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';

type Call = (client: ApiClient, options?: CallOptions) => Promise<unknown>;

const firstPage =
  (list: SyncList): Call =>
  (client, options) =>
    listPages(client, list, { countSeen: () => 0, ...options }).next();
const one =
  (kind: RecordKind, id?: string): Call =>
  (client, options) =>
    retrieve(client, kind, id, options);

/** Every operation with the request line and the body that the specification shows for it. */
const operations: readonly (readonly [request: string, body: string, call: Call])[] = [
  ['GET service/search?page=1&per_page=1000', '', firstPage('services')],
  ['GET service/retrieve/a', '', one('service', 'a')],
  [
    'PATCH service/edit/a',
    '{"service_is_automatic_collection":false,"service_metadata":{"label":"é"}}',
    (client, options) =>
      editService(client, 'a', { service_is_automatic_collection: false, service_metadata: { label: 'é' } }, options),
  ],
  ['GET service_adjustment/retrieve/a', '', one('service_adjustment', 'a')],
  ['GET proxy/search?page=1&per_page=1000', '', firstPage('proxies')],
  ['GET proxy/retrieve/a', '', one('proxy', 'a')],
  ['POST proxy/list/options', '{"proxy_ids":["a"]}', (client, options) => listProxyOptions(client, ['a'], options)],
  ['GET proxy_user/search?page=1&per_page=1000', '', firstPage('proxy_users')],
  ['GET proxy_user/retrieve/a', '', one('proxy_user', 'a')],
  ['GET residential_ledger/search?page=1&per_page=1000', '', firstPage('residential_ledger')],
  ['GET residential_ledger/retrieve/a', '', one('residential_ledger', 'a')],
  ['GET mobile_ledger/retrieve/a', '', one('mobile_ledger', 'a')],
  ['GET residential/summary', '', one('residential_summary')],
  ['GET mobile/summary', '', one('mobile_summary')],
  ['GET residential_availability/search?group_by=country%2Cos', '', one('availability', 'country,os')],
  ['GET checkout/catalog', '', one('catalog')],
  ['GET city/retrieve/a', '', one('city', 'a')],
  ['GET asn/retrieve/a', '', one('asn', 'a')],
  ['GET country/retrieve/a', '', one('country', 'a')],
  ['GET subdivision/retrieve/a', '', one('subdivision', 'a')],
  ['GET customer/retrieve', '', one('customer')],
  [
    'POST proxy_test_run/create',
    '{"proxies":[{"proxy_id":"a","proxy_string":"h:1:u:p"}],"urls":["https://example.com/"]}',
    (client, options) =>
      createProxyTestRun(
        client,
        { proxies: [{ proxy_id: 'a', proxy_string: 'h:1:u:p' }], urls: ['https://example.com/'] },
        options,
      ),
  ],
];

test('the operations are the 22 of the specification', () => {
  const named = operations.map(([request]) => request.replace(/\?.*/, '').replace(/\/a$/, '/{id}'));
  const described = [searches, records, actions].flatMap((table): readonly Operation[] => Object.values(table));
  const declared = described.map(({ method, path }) => `${method} ${path.slice(13)}`);
  expect(named.toSorted()).toEqual(declared.toSorted());
  expect(named).toHaveLength(22);
});

test.each(operations)('%s: one request, with keys and body as specified', async (line, body, call) => {
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
});

test.each(operations)('%s: can be canceled while the service answers', async (_line, _body, call) => {
  const canceling = new AbortController();
  const { baseUrl } = await serve((message) => {
    void text(message).then(() => {
      canceling.abort();
    });
  });
  const failure = await failureOf(call(connect(baseUrl).client, { signal: canceling.signal }));
  // A change that was sent may have been made.
  expect(['canceled', 'outcome-unknown']).toContain(failure.code);
});

test.each(operations)('%s: a refusal is reported with its message', async (line, _body, call) => {
  const { baseUrl } = await serve((message, response) => {
    void text(message).then(() => {
      response.writeHead(422).end('{"message":"Not on a Sunday."}');
    });
  });
  const { client } = connect(baseUrl);
  const failure = await failureOf(call(client));
  expect([line, failure]).toMatchObject([line, { code: 'rejected', status: 422, serviceMessage: 'Not on a Sunday.' }]);
});
