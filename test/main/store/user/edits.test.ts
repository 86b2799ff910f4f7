import { expect, test } from 'vitest';
import { openStore } from '../../../../src/main/store/index.ts';
import type { ResolvedSelection, Store } from '../../../../src/main/store/contract.ts';
import { connect } from '../../../../src/main/store/connection.ts';
import { rowsPerSlice, journalStatements } from '../../../../src/main/store/user/edit-journal.ts';
import { openDatabase } from '../../../../src/main/store/files/open-database.ts';
import { recordsFileOf } from '../../../../src/main/store/files/user-records.ts';
import { makeDatabaseName, makeProxy, makeStore, makeUuid, query } from '../support.ts';

const rowCount = rowsPerSlice * 3 + 500;
const everything: ResolvedSelection = { kind: 'query', where: query(''), excludedIds: [] };
const one: ResolvedSelection = { kind: 'ids', ids: [makeUuid(1)] };
const tagging = { add: ['burnt'], remove: [] };

function makeFilled(): { file: string; store: Store } {
  const file = makeDatabaseName();
  const store = makeStore(file);
  for (let first = 0; first < rowCount; first += 500) {
    store.syncs.writePage(
      'proxies',
      Array.from({ length: 500 }, (_, number) => makeProxy(first + number)),
    );
  }
  return { file, store };
}
const countOf = (store: Store, name = 'burnt'): number | undefined =>
  store.tags.list().find((tag) => tag.name === name)?.proxyCount;
const stopAfter = (slices: number) => {
  let left = slices;
  return (): boolean => (left -= 1) > 0;
};

test('a long edit says how far it is, and every slice of it is there already', () => {
  const { store } = makeFilled();
  const told: unknown[] = [];
  const edit = store.tags.change('proxies', everything, tagging, (done, total) => {
    told.push([done, total, countOf(store), store.edits.next().undo]);
    return true;
  });
  expect(edit).toMatchObject({ changed: rowCount });
  expect(edit.isStopped).toBeUndefined();
  expect(told).toEqual(
    [2000, 4000, 6000, 6500].map((done) => [
      done,
      rowCount,
      done,
      `Added the tag "burnt" to ${done.toLocaleString('en-US')} proxies.`,
    ]),
  );
});

test('others write between the slices of a long edit, and of a long undo', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  let written = 0;
  const write = (): boolean => {
    other.saved.put({ kind: 'view', name: `view ${String((written += 1))}`, content: {} });
    return true;
  };
  store.tags.change('proxies', everything, tagging, write);
  store.edits.undo(undefined, write);
  expect(written).toBeGreaterThanOrEqual(8);
  expect(other.saved.list('view')).toHaveLength(written);
});

test('an edit that is stopped between two slices can be undone exactly', () => {
  const { store } = makeFilled();
  store.tags.change('proxies', one, tagging);
  const edit = store.tags.change(
    'proxies',
    everything,
    { add: ['kept', 'burnt'], remove: [] },
    stopAfter(2),
  );
  expect(edit).toMatchObject({ changed: 4000, isStopped: true });
  expect([countOf(store, 'kept'), countOf(store)]).toEqual([4000, 4000]);
  expect(store.edits.undo(edit.id ?? 0).changed).toBe(4000);
  expect([countOf(store, 'kept'), countOf(store)]).toEqual([undefined, 1]);
});

test('a long note and the removal of a tag are stopped and undone alike', () => {
  const { store } = makeFilled();
  store.notes.put('proxies', one, 'mine');
  expect(
    store.notes.put('proxies', everything, 'all', { isContinued: false }, stopAfter(1)),
  ).toMatchObject({ isStopped: true });
  expect(store.annotationsOf('proxies', everything).noteCount).toBe(2000);
  store.edits.undo();
  expect(store.annotationsOf('proxies', everything).noteCount).toBe(1);
  expect(store.annotationsOf('proxies', one).note).toBe('mine');
  store.tags.change('proxies', everything, tagging);
  const [tag] = store.tags.list();
  store.tags.remove(tag?.id ?? 0, stopAfter(1));
  expect(countOf(store)).toBeUndefined();
  store.edits.undo();
  expect(countOf(store)).toBe(rowCount);
});

test('an undo that is stopped goes on with the next one, and a stopped redo can be undone', () => {
  const { store } = makeFilled();
  const edit = store.tags.change('proxies', everything, tagging);
  expect(store.edits.undo(undefined, stopAfter(2))).toMatchObject({ isStopped: true });
  expect(countOf(store)).toBe(rowCount - 4000);
  expect(() => store.edits.redo()).toThrow(/nothing to redo/);
  expect(store.edits.undo(edit.id ?? 0)).toMatchObject({ id: edit.id, changed: rowCount });
  expect(countOf(store)).toBeUndefined();
  expect(store.edits.redo(stopAfter(2))).toMatchObject({ isStopped: true });
  expect(countOf(store)).toBe(4000);
  store.edits.undo();
  expect(countOf(store)).toBeUndefined();
  store.edits.redo();
  expect(countOf(store)).toBe(rowCount);
});

test('an edit that another process makes between two slices ends the long one there', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  const edit = (): unknown =>
    store.tags.change('proxies', everything, tagging, () => {
      other.notes.put('proxies', one, 'from elsewhere');
      return true;
    });
  expect(edit).toThrow(/Another Proxydeck/);
  expect(countOf(store)).toBe(2000);
  store.edits.undo();
  expect(store.annotationsOf('proxies', one)).toMatchObject({ noteCount: 0 });
  store.edits.undo();
  expect(countOf(store)).toBeUndefined();
});

test('what an edit makes impossible to redo goes from the journal, a little with every edit', () => {
  const { file, store } = makeFilled();
  const records = connect(recordsFileOf(file), { readOnly: true });
  const journal = (): number =>
    Number(records.get('SELECT count(*) FROM edit_change WHERE place <> ?', 'tag')?.[0]);
  store.tags.change('proxies', everything, tagging);
  store.edits.undo();
  store.notes.put('proxies', one, 'short');
  const left = journal();
  expect(left).toBeGreaterThan(rowsPerSlice);
  expect(left).toBeLessThan(rowCount);
  expect(() => store.edits.redo()).toThrow(/nothing to redo/);
  store.notes.put('proxies', everything, 'long');
  expect(journal() - rowCount).toBeLessThan(left);
  store.notes.put('proxies', everything, 'longer');
  expect(journal()).toBe(2 * rowCount + 1);
  records.close();
});

test('whether the next undo is a short one is known before', () => {
  const { store } = makeFilled();
  store.notes.put('proxies', one, 'short');
  expect(store.edits.isNextShort('undo')).toBe(true);
  store.notes.put('proxies', everything, 'long');
  expect(store.edits.isNextShort('undo')).toBe(false);
  store.edits.undo();
  expect([store.edits.isNextShort('undo'), store.edits.isNextShort('redo')]).toEqual([true, false]);
});

test('a slice of the journal is found and carried out by its keys', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  const connection = openDatabase(file, { readOnly: true });
  for (const sql of journalStatements) {
    const values = Array.from(sql.matchAll(/\?/g), () => 1);
    const plan = connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => row[3]);
    expect(plan.join('\n'), sql).not.toMatch(/SCAN own/);
    expect(plan.join('\n'), sql).toMatch(/SEARCH own\.edit_change USING PRIMARY KEY \(edit_id=\?/);
  }
  connection.close();
});
