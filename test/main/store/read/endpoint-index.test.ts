import { expect, test } from 'vitest';
import {
  createEndpointIndex,
  type Endpoint,
  type IndexedProxy,
} from '../../../../src/main/store/read/endpoint-index.ts';

const proxy = (id: string, fields: Partial<IndexedProxy> = {}): IndexedProxy => ({
  ...{ id, serviceId: 'svc-1', ipv4: '203.0.113.1', ipv6: null, httpPort: 8000, socks5Port: 9000 },
  ...fields,
});
const at = (fields: Partial<Endpoint>): Endpoint => ({
  ...{ ipv4: null, ipv6: null, httpPort: null, socks5Port: null },
  ...fields,
});

test('a proxy is found by the given parts of its address, its ports and its service, if it is the only one', () => {
  const index = createEndpointIndex([
    proxy('a'),
    proxy('b', { httpPort: 8001 }),
    proxy('c', { httpPort: 8002, serviceId: 'svc-2' }),
    proxy('d', { httpPort: 8002, serviceId: null, ipv6: '2001:db8::1' }),
    proxy('d', { httpPort: 8003 }),
    proxy('d', { httpPort: 8003, ipv4: null, ipv6: '2001:db8::2' }),
  ]);
  const id = (endpoint: Partial<Endpoint>, service: string | null = null) => index.find(at(endpoint), service)?.id;
  const ipv4 = '203.0.113.1';
  expect(id({ ipv4, httpPort: 8000 })).toBe('a');
  expect(id({ ipv4, httpPort: 8000 }, 'svc-1')).toBe('a');
  expect(id({ ipv4, httpPort: 8000 }, 'svc-2')).toBeUndefined();
  expect(id({ ipv4, httpPort: 8002 }, 'svc-1')).toBe('d');
  expect(id({ ipv4, httpPort: 8002 }, 'svc-2')).toBeUndefined();
  expect(id({ ipv4 })).toBeUndefined();
  expect(id({ ipv6: '2001:db8::1', socks5Port: 9000 })).toBe('d');
  // One proxy at two places is one.
  expect(id({ httpPort: 8003 })).toBe('d');
});

test('a proxy that was taken is not found again, and then another one is the only one', () => {
  const [one, other] = [proxy('a'), proxy('b')];
  const index = createEndpointIndex([one, other]);
  const endpoint = at({ ipv4: '203.0.113.1' });
  expect(index.find(endpoint, null)).toBeUndefined();
  index.take(one);
  expect(index.find(endpoint, null)).toBe(other);
  index.take(other);
  expect(index.find(endpoint, null)).toBeUndefined();
});

test('each of many proxies on one address is found without looking at the others', () => {
  let reads = 0;
  const proxies = Array.from({ length: 3000 }, (_, number) => ({
    ...proxy(String(number), { socks5Port: number }),
    get httpPort() {
      reads += 1;
      return number;
    },
  }));
  const index = createEndpointIndex(proxies);
  for (const { id } of proxies) {
    const endpoint = at({ ipv4: '203.0.113.1', httpPort: Number(id) });
    expect(index.find(endpoint, 'svc-1')?.id).toBe(id);
  }
  // Once for the index, not once for each look-up.
  expect(reads).toBe(proxies.length);
});

test('replacements that fit many proxies cost no more than those that fit one', () => {
  let reads = 0;
  const proxies = Array.from({ length: 3000 }, (_, number) => ({
    ...proxy(String(number)),
    get id() {
      reads += 1;
      return String(number);
    },
  }));
  const index = createEndpointIndex(proxies);
  for (const one of proxies.slice(0, -1)) {
    expect(index.find(at({ ipv4: '203.0.113.1' }), null)).toBeUndefined();
    index.take(one);
  }
  // Two proxies answer whether there is only one.
  expect(reads).toBeLessThan(proxies.length * 5);
});
