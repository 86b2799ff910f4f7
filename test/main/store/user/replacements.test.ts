import { expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import type { Rows } from '../../../../src/shared/rows.ts';
import type { JsonObject } from '../../../../src/shared/json.ts';
import { makeProxy, makeStore, makeUuid, proxyKeys } from '../support.ts';

const one = (number: number): Rows => ({ kind: 'ids', ids: [makeUuid(number)] });
const newFields = (number: number): JsonObject => makeProxy(number).fields;

/** An adjustment that names the exchange of one proxy by another, as the specification shows it. */
function replace(store: Store, old: number, next: number, changes: JsonObject = {}): void {
  const [before, after] = [newFields(old), newFields(next)];
  store.adjustments.put('7001', {
    service_adjustment_id: 7001,
    service_id: 'svc-1',
    service_adjustment_type: 'proxy_replacement',
    service_adjustment_status: 'complete',
    proxy_replacements: [
      {
        proxy_replacement_id: 5,
        proxy_replacement_creation_datetime: '2026-10-01 10:00:00',
        proxy_replacement_reason: 'ip_reputation',
        proxy_replacement_ip_address_ipv4: before['proxy_ip_address'] ?? null,
        proxy_replacement_http_port: before['proxy_http_port'] ?? null,
        proxy_replacement_new_ip_address_ipv4: after['proxy_ip_address'] ?? null,
        proxy_replacement_new_http_port: after['proxy_http_port'] ?? null,
      },
    ],
    ...changes,
  });
}

/** Proxy 1 is tagged, noted on, and then exchanged by proxy 8 of the same service. */
function makeReplaced(): Store {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  store.tags.change(one(1), { add: ['burnt', 'keep'], remove: [] });
  store.notes.put(one(1), 'from the old one');
  return store;
}
function sync(store: Store): void {
  store.syncs.writePage('proxies', [makeProxy(8)]);
  const [key] = proxyKeys(store);
  store.syncs.finishList('proxies', [key ?? 0]);
}
const ofNew = (store: Store) => {
  const row = store.proxies.get(makeUuid(8));
  return row && { tags: row.tags, note: row.note };
};
const followed = { tags: ['burnt', 'keep'], note: 'from the old one' };

test('tags and note follow a proxy to the one that replaced it, whichever is known first', () => {
  const listFirst = makeReplaced();
  sync(listFirst);
  expect(ofNew(listFirst)).toEqual({ tags: null, note: null });
  replace(listFirst, 1, 8);
  expect(ofNew(listFirst)).toEqual(followed);
  const adjustmentFirst = makeReplaced();
  replace(adjustmentFirst, 1, 8);
  sync(adjustmentFirst);
  expect(ofNew(adjustmentFirst)).toEqual(followed);
});

test('they follow once: tags that the user removes from the new proxy stay removed', () => {
  const store = makeReplaced();
  sync(store);
  replace(store, 1, 8);
  store.tags.change(one(8), { add: [], remove: ['burnt'] });
  store.notes.put(one(8), null);
  replace(store, 1, 8);
  store.syncs.finishList('proxies', []);
  expect(ofNew(store)).toEqual({ tags: ['keep'], note: null });
});

test('a note of the user on the new proxy is not overwritten', () => {
  const store = makeReplaced();
  sync(store);
  store.tags.change(one(8), { add: ['own'], remove: [] });
  store.notes.put(one(8), 'of the new one');
  replace(store, 1, 8);
  expect(ofNew(store)).toEqual({ tags: ['burnt', 'keep', 'own'], note: 'of the new one' });
});

test.each<[string, JsonObject]>([
  ['that is pending', { service_adjustment_status: 'pending' }],
  ['that failed', { service_adjustment_status: 'failed' }],
  ['of another service', { service_id: 'svc-2' }],
  ['without addresses', { proxy_replacements: [{ proxy_replacement_id: 5 }] }],
  ['of another form', { proxy_replacements: { text: 'none' } }],
  ['that says nothing', { proxy_replacements: ['none', null, 7] }],
])('nothing follows a replacement %s', (_, changes) => {
  const store = makeReplaced();
  sync(store);
  replace(store, 1, 8, changes);
  expect(ofNew(store)).toEqual({ tags: null, note: null });
});

test('nothing follows where two proxies are at the new address', () => {
  const store = makeReplaced();
  sync(store);
  const { fields } = makeProxy(15, { proxy_ip_address: newFields(8)['proxy_ip_address'] ?? null });
  const twin = { ...fields, proxy_http_port: newFields(8)['proxy_http_port'] ?? null };
  store.syncs.writePage('proxies', [{ id: makeUuid(15), fields: twin }]);
  replace(store, 1, 8);
  expect(ofNew(store)).toEqual({ tags: null, note: null });
});

test('nothing follows where two tagged proxies were at the old address', () => {
  const store = makeReplaced();
  const { fields } = makeProxy(15, { proxy_ip_address: newFields(1)['proxy_ip_address'] ?? null });
  const twin = { ...fields, proxy_http_port: newFields(1)['proxy_http_port'] ?? null };
  store.syncs.writePage('proxies', [{ id: makeUuid(15), fields: twin }]);
  store.tags.change(one(15), { add: ['other'], remove: [] });
  sync(store);
  replace(store, 1, 8);
  expect(ofNew(store)).toEqual({ tags: null, note: null });
});

test('a proxy says what it replaces and what replaced it, with the other one where it is kept', () => {
  const store = makeReplaced();
  store.syncs.writePage('proxies', [makeProxy(8)]);
  replace(store, 1, 8);
  const common = { reason: 'ip_reputation', datetime: '2026-10-01 10:00:00', serviceAdjustmentId: '7001' };
  expect(store.proxies.replacements(makeUuid(1))).toMatchObject([
    { role: 'replaced-by', otherId: makeUuid(8), other: { ipv4: '203.0.0.8', httpPort: 8008 }, ...common },
  ]);
  expect(store.proxies.replacements(makeUuid(8))).toMatchObject([
    { role: 'replaces', otherId: makeUuid(1), ...common },
  ]);
  expect(store.proxies.replacements(makeUuid(2))).toEqual([]);
  sync(store);
  expect(store.proxies.replacements(makeUuid(8))).toMatchObject([
    { role: 'replaces', otherId: null, other: { ipv4: '203.0.0.1' } },
  ]);
});
