import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { savedKinds } from '../../../../src/shared/saved.ts';
import { openStore } from '../../../../src/main/store/index.ts';
import { makeDatabaseName, makeStore } from '../support.ts';

const content = { where: 'country:US', sort: [] };

test('items that are saved by name are listed in order, and the same name replaces one', () => {
  const { saved } = makeStore();
  saved.put({ kind: 'view', name: 'First', content });
  const second = saved.put({ kind: 'view', name: 'Second', content });
  saved.put({ kind: 'columns', name: 'First', content: {} });
  saved.put({ kind: 'view', name: 'First', content: { where: '' } });
  expect(saved.list('view').map(({ name, content: kept }) => [name, kept])).toEqual([
    ['First', { where: '' }],
    ['Second', content],
  ]);
  saved.put({ kind: 'view', name: 'Third', content, id: second.id });
  expect(saved.list('view').map(({ id, name }) => [id, name])).toContainEqual([second.id, 'Third']);
});

test('a name of another one is refused, and so is changing what is gone', () => {
  const { saved } = makeStore();
  saved.put({ kind: 'view', name: 'First', content });
  const { id } = saved.put({ kind: 'view', name: 'Second', content });
  expect(() => saved.put({ kind: 'view', name: 'first', content, id })).toThrow(/already one named/);
  saved.remove('view', id);
  expect(() => saved.put({ kind: 'view', name: 'Second', content, id })).toThrow(/no longer exists/);
  expect(saved.list('view')).toHaveLength(1);
});

test.each([...savedKinds, 'gateway-rule'] as const)(
  'a new item of the kind %s never takes the place of one whose name differs in case or in how its letters are composed',
  (kind) => {
    const { saved } = makeStore();
    const composed = 'Main \u00c9t\u00e9';
    const { id } = saved.put({ kind, name: composed, content });
    for (const name of ['MAIN ÉTÉ', 'main \u00e9t\u00e9', composed.normalize('NFD')]) {
      expect(() => saved.put({ kind, name, content: {} }), name).toThrow(/already one named "Main/);
    }
    expect(saved.list(kind)).toMatchObject([{ id, name: composed, content }]);
    expect(saved.put({ kind, name: 'MAIN ÉTÉ', content, id }).name).toBe('MAIN ÉTÉ');
  },
);

test.each(['test-schedule', 'gateway-rule'] as const)(
  'an item of the kind %s, which acts for the user, is replaced by its ID alone',
  (kind) => {
    const { saved } = makeStore();
    const { id } = saved.put({ kind, name: 'Main', content });
    expect(() => saved.put({ kind, name: 'Main', content: {} })).toThrow(/already one named/);
    expect(saved.list(kind)).toMatchObject([{ id, content }]);
    expect(saved.put({ kind, name: 'Main', content: {}, id }).content).toEqual({});
  },
);

test('items that an earlier version saved under two cases of a name can still be changed', () => {
  const file = makeDatabaseName();
  const { saved } = makeStore(file);
  const { id } = saved.put({ kind: 'view', name: '\u00c4', content });
  const db = new Database(`${file}.records`);
  db.exec("INSERT INTO saved (kind, name, content, position) VALUES ('view', '\u00e4', '{}', 2)");
  db.close();
  expect(saved.put({ kind: 'view', name: '\u00c4', content: {}, id }).content).toEqual({});
});

test('what was removed comes back at its place', () => {
  const { saved } = makeStore();
  const [first] = ['a', 'b', 'c'].map((name) => saved.put({ kind: 'view', name, content }));
  if (first === undefined) throw new Error('Nothing was kept.');
  saved.remove('view', first.id);
  saved.put({ kind: 'view', name: 'a', content, position: first.position });
  expect(saved.list('view').map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('an item is not removed as one of another kind', () => {
  const { saved } = makeStore();
  const { id } = saved.put({ kind: 'view', name: 'First', content });
  saved.remove('test-schedule', id);
  expect(saved.list('view')).toHaveLength(1);
});

test('it survives the loss of the cache', () => {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.saved.put({ kind: 'view', name: 'Kept', content });
  store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  expect(makeStore(file).saved.list('view')).toMatchObject([{ name: 'Kept', content }]);
});

test('an item whose content is not JSON any more is listed without content, and can be saved again', () => {
  const file = makeDatabaseName();
  const { saved } = makeStore(file);
  const { id } = saved.put({ kind: 'view', name: 'Damaged', content });
  saved.put({ kind: 'view', name: 'Whole', content });
  const db = new Database(`${file}.records`);
  db.prepare("UPDATE saved SET content = '{' WHERE id = ?").run(id);
  db.close();
  expect(saved.list('view').map((item) => [item.name, item.content])).toEqual([
    ['Damaged', {}],
    ['Whole', content],
  ]);
  expect(saved.put({ kind: 'view', name: 'Damaged', content, id }).content).toEqual(content);
});

test('an occasion that the user was notified of is forgotten after 400 days, and by no clock that is ahead', () => {
  const { notified, syncs } = makeStore();
  const start = Date.UTC(2026, 0, 1);
  const addAt = (days: number): readonly string[] => {
    const nowMs = start + days * 24 * 60 * 60 * 1000;
    syncs.startRun(new Date(nowMs).toISOString());
    return notified.add('service-ends', ['a'], nowMs);
  };
  expect(addAt(0)).toEqual(['a']);
  for (const days of [4000, 4001, ...Array.from({ length: 20 }, (_, month) => month * 20)]) {
    expect(addAt(days), String(days)).toEqual([]);
  }
  expect(addAt(398)).toEqual([]);
  expect(addAt(402)).toEqual(['a']);
});

test('a name that the window could not send is not saved by the command line either', () => {
  const { saved } = makeStore();
  const name = 'x'.repeat(201);
  expect(() => saved.put({ kind: 'export-preset', name, content })).toThrow('200 characters at most');
  expect(saved.put({ kind: 'export-preset', name: name.slice(1), content }).name).toHaveLength(200);
});
