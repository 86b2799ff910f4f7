import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Store, openStore } from '../../../../src/main/store/index.ts';
import type { Rows } from '../../../../src/shared/rows.ts';
import {
  findIds,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUuid,
  proxyKeys,
  query,
} from '../support.ts';

const some = (...numbers: number[]): Rows => ({ kind: 'ids', ids: numbers.map(makeUuid) });
const found = (text: string, ...excluded: number[]): Rows => ({
  kind: 'query',
  where: text,
  excludedIds: excluded.map(makeUuid),
});
const everything = found('');

function fill(store: Store, count = 30): Store {
  store.syncs.writePage('proxies', makeProxies(count));
  store.syncs.writePage('services', [makeService('svc-1', 'One'), makeService('svc-2', 'Two')]);
  return store;
}
const makeFilled = (): Store => fill(makeStore());
const add = (store: Store, name: string, rows: Rows) => store.tags.change(rows, { add: [name], remove: [] });
const takeOff = (store: Store, name: string, rows: Rows) => store.tags.change(rows, { add: [], remove: [name] });
const counts = (store: Store) =>
  Object.fromEntries(store.tags.list().map(({ name, proxyCount, serviceCount }) => [name, [proxyCount, serviceCount]]));
const tagsOf = (store: Store, rows: Rows) =>
  store.annotationsOf(rows).tags.map(({ name, count }) => `${name} ${String(count)}`);

test('a tag is added to all that a filter finds but the ones left out, and says to how many', () => {
  const store = makeFilled();
  expect(add(store, 'burnt', found('country:US', 0, 3))).toMatchObject({
    changed: 8,
    label: 'Added the tag "burnt" to 8 proxies.',
  });
  expect(counts(store)).toEqual({ burnt: [8, 0] });
  // Those that have it already do not change.
  expect(add(store, 'Burnt', everything).changed).toBe(22);
  expect(takeOff(store, 'burnt', some(1)).changed).toBe(1);
  expect(takeOff(store, 'burnt', some(1))).toMatchObject({ id: null, changed: 0 });
  expect(tagsOf(store, everything)).toEqual(['burnt 29']);
});

test('proxies and services have tags and notes of their own, from the same tags', () => {
  const store = makeFilled();
  add(store, 'mine', some(1));
  const one: Rows = { list: 'services', kind: 'ids', ids: ['svc-1'] };
  add(store, 'mine', one);
  store.notes.put(one, 'ends in May');
  expect(counts(store)).toEqual({ mine: [1, 1] });
  expect(store.annotationsOf(one)).toMatchObject({ rowCount: 1, noteCount: 1, note: 'ends in May' });
  expect(store.annotationsOf(some(1)).note).toBeNull();
});

test('undo restores exactly the previous state, step by step, and redo repeats the edit', () => {
  const store = makeFilled();
  const states: unknown[] = [];
  const look = () => [counts(store), ...[1, 2, 3].map((number) => store.annotationsOf(some(number)))];
  const edits = [
    () => add(store, 'a', some(1, 2)),
    () => store.tags.change(everything, { add: ['b', 'c'], remove: ['a'] }),
    () => store.notes.put(some(1, 2), 'first'),
    () => store.notes.put(everything, 'second'),
    () => store.notes.put(some(2), null),
    () => store.tags.put({ id: idOf(store, 'b'), name: 'renamed', color: 'red' }),
    () => store.tags.remove(idOf(store, 'c')),
    () => add(store, 'c', some(3)),
    () => store.tags.put({ name: 'empty' }),
  ];
  for (const edit of edits) {
    states.push(look());
    edit();
  }
  states.push(look());
  for (const state of states.slice(0, -1).reverse()) {
    store.edits.undo();
    expect(look()).toEqual(state);
  }
  expect(() => store.edits.undo()).toThrow(/nothing to undo/);
  for (const state of states.slice(1)) {
    store.edits.redo();
    expect(look()).toEqual(state);
  }
  expect(() => store.edits.redo()).toThrow(/nothing to redo/);
});

function idOf(store: Store, name: string): number {
  const tag = store.tags.list().find((known) => known.name === name);
  if (tag === undefined) throw new Error(`Missing tag: ${name}.`);
  return tag.id;
}

test('a new edit ends what could be redone, and an edit is undone by its id only while it is the last', () => {
  const store = makeFilled();
  const first = add(store, 'a', some(1));
  add(store, 'b', some(1));
  expect(() => store.edits.undo(first.id ?? 0)).toThrow(/changed since/);
  store.edits.undo();
  expect(store.edits.redo().label).toBe('Added the tag "b" to 1 proxy.');
  store.edits.undo();
  expect(store.edits.undo(first.id ?? 0).label).toBe('Added the tag "a" to 1 proxy.');
  store.notes.put(some(1), 'new');
  expect(() => store.edits.redo()).toThrow(/nothing to redo/);
  expect(counts(store)).toEqual({});
});

test('names of tags are compared ignoring case, and invalid ones are refused', () => {
  const store = makeFilled();
  store.tags.put({ name: ' Größe  eins ' });
  expect(store.tags.list()).toMatchObject([{ name: 'Größe eins', color: 'blue' }]);
  expect(() => store.tags.put({ name: 'GRÖSSE EINS'.replace('SS', 'ß') })).toThrow(/already a tag/);
  expect(() => store.tags.put({ name: '  ' })).toThrow(/1 to 100/);
  expect(() => add(store, 'x'.repeat(101), some(1))).toThrow(/1 to 100/);
  expect(() => store.tags.remove(99)).toThrow(/no longer exists/);
  expect(() => store.notes.put(some(1), 'x'.repeat(10_001))).toThrow(/10,000/);
  expect(store.tags.list()).toHaveLength(1);
});

test('a note that is typed on and on is undone at once', () => {
  const store = makeFilled();
  store.notes.put(some(1), 'before');
  for (const note of ['a', 'ab', null, 'abc']) {
    store.notes.put(some(2), note, { isContinued: true });
  }
  expect(store.annotationsOf(some(2)).note).toBe('abc');
  expect(store.annotationsOf(some(1)).note).toBe('before');
  store.edits.undo();
  expect(store.annotationsOf(some(1, 2)).noteCount).toBe(1);
  store.edits.redo();
  expect(store.annotationsOf(some(2)).note).toBe('abc');
});

test('a note that is not the same everywhere is none, and says how many have one', () => {
  const store = makeFilled();
  store.notes.put(some(1), 'one');
  store.notes.put(some(2), 'two');
  expect(store.annotationsOf(some(1, 2))).toMatchObject({ noteCount: 2, note: null });
  store.notes.put(some(1, 2), 'both');
  expect(store.annotationsOf(some(1, 2)).note).toBe('both');
  expect(store.annotationsOf(some(1, 2, 3))).toMatchObject({ noteCount: 2, note: null });
  store.notes.put(everything, ' \n');
  expect(store.annotationsOf(everything).noteCount).toBe(0);
});

test('a sync changes none of it, and what has gone and comes back still has its tags', () => {
  const store = makeFilled();
  add(store, 'kept', some(1, 2));
  store.notes.put(some(1), 'kept');
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_status: 'reserved' })]);
  const keys = proxyKeys(store);
  store.syncs.finishList('proxies', keys);
  expect(counts(store)).toEqual({ kept: [0, 0] });
  fill(store);
  expect(counts(store)).toEqual({ kept: [2, 0] });
  expect(store.annotationsOf(some(1)).note).toBe('kept');
});

test('tags and notes are found, in rows, words, suggestions and facets', () => {
  const store = makeFilled();
  add(store, 'burnt', found('country:US'));
  add(store, 'new, york', some(1, 3));
  store.notes.put(some(3, 4), 'Ask for a refund');
  const one: Rows = { list: 'services', kind: 'ids', ids: ['svc-2'] };
  add(store, 'burnt', one);
  store.notes.put(one, 'Ends in May');
  expect(findIds(store, 'tag:burnt -note:refund')).toHaveLength(9);
  expect(findIds(store, 'tag:burnt tag:"NEW, york"')).toEqual([makeUuid(3)]);
  expect(findIds(store, 'tag:burn')).toEqual([]);
  expect(findIds(store, 'note:refund tag:""')).toEqual([makeUuid(4)]);
  expect(findIds(store, 'refund york')).toEqual([3, 4].map(makeUuid));
  for (const text of ['tag:burnt', 'note:may', 'burn', '-tag:"" note:*']) {
    expect(findIds(store, text, 'services'), text).toEqual(['svc-2']);
  }
  expect(store.proxies.get(makeUuid(3))).toMatchObject({ tags: ['burnt', 'new, york'], note: 'Ask for a refund' });
  expect(store.proxies.get(makeUuid(2))).toMatchObject({ tags: null, note: null });
  const { tag } = store.proxies.facets(query('type:isp tag:"new, york"'));
  expect(tag.map(({ value, count }) => [value, count])).toEqual([
    ['burnt', 10],
    ['new, york', 1],
  ]);
  expect(store.valuesOf('proxies', 'tag', query('country:GB'))).toMatchObject([{ value: 'new, york', count: 1 }]);
  expect(store.valuesOf('services', 'tag', query(''))).toMatchObject([{ value: 'burnt', count: 1 }]);
});

test('rows are sorted by their tags and by their note', () => {
  const store = fill(makeStore(), 4);
  add(store, 'b', some(1));
  add(store, 'A', some(1, 2));
  store.notes.put(some(3), 'first');
  const order = (field: string) =>
    store.proxies
      .list({ where: query(''), sort: [{ field, isDescending: false }], offset: 0, limit: 9 })
      .map((row) => row.proxy_id);
  expect(order('tags')).toEqual([1, 2, 0, 3].map(makeUuid));
  expect(order('note')).toEqual([3, 0, 1, 2].map(makeUuid));
});

test('tags and notes survive the loss of the cache', () => {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock('private-key-of-the-tests');
  fill(store);
  add(store, 'kept', some(1, 2));
  store.notes.put(some(1), 'kept');
  store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const again = fill(makeStore(file));
  expect(tagsOf(again, some(1, 2, 3))).toEqual(['kept 2']);
  expect(again.annotationsOf(some(1)).note).toBe('kept');
});

test('the last fifty edits can be undone, and the tags of the others stay', () => {
  const store = makeFilled();
  for (let number = 0; number < 60; number += 1) store.tags.put({ name: `tag ${String(number)}` });
  for (let number = 0; number < 50; number += 1) store.edits.undo();
  expect(() => store.edits.undo()).toThrow(/nothing to undo/);
  expect(store.tags.list()).toHaveLength(10);
});
