import { expect, test } from 'vitest';
import { matchResults } from '../../../src/main/test-runs/service-run.ts';
import type { JsonObject } from '../../../src/shared/json.ts';

const tested = (id: string, host: string, port: number) => ({
  proxy_id: id,
  proxy_string: `${host}:${port}:user:secret`,
  host,
  port,
});
const batch = [
  tested('a', '203.0.113.1', 8000),
  tested('b', '203.0.113.1', 8001),
  tested('c', '203.0.113.2', 8000),
  tested('d', '[2001:db8::1]', 8000),
];
const proxyOf = (fields: JsonObject): (string | null)[] =>
  matchResults({ tester: { results: [fields] } }, batch).map(({ proxyId }) => proxyId);

test.each<[string, JsonObject, string | null]>([
  ['its id, where that was in the batch', { proxy_id: 'b', proxy_host: '203.0.113.2' }, 'b'],
  ['nothing by an id of elsewhere', { proxy_id: 'z' }, null],
  ['its address alone', { proxy_host: '203.0.113.2' }, 'c'],
  ['its address under the other name', { proxy_ip_address: '203.0.113.2' }, 'c'],
  ['its IPv6 address without brackets', { proxy_host: '2001:db8::1' }, 'd'],
  ['its port, where two share the address', { proxy_host: '203.0.113.1', proxy_port: 8001 }, 'b'],
  ['nobody, where two share the address and no port is said', { proxy_host: '203.0.113.1' }, null],
  ['nobody, where two share it and neither the port', { proxy_host: '203.0.113.1', proxy_port: 1 }, null],
  ['nobody, where nothing is said', {}, null],
])('a result finds %s', (_how, fields, expected) => {
  expect(proxyOf(fields)).toEqual([expected]);
});

test.each([{}, { tester: null }, { tester: { results: 'none' } }])(
  'a response of another form contains no results: %j',
  (data) => {
    expect(matchResults(data, batch)).toEqual([]);
  },
);
