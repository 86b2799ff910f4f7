import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openOrRebuildStore, openStore, type Store } from '../../../../src/main/store/index.ts';
import type { Rows } from '../../../../src/shared/rows.ts';
import { connect } from '../../../../src/main/store/sqlite/connection.ts';
import { statements } from '../../../../src/main/store/user/edit-journal.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { recordsFileOf } from '../../../../src/main/store/sqlite/user-records.ts';
import { makeDatabaseName, makeProxy, makeStore, makeUuid } from '../support.ts';

const rowCount = 6500;
const everything: Rows = { kind: 'query', where: '', excludedIds: [] };
const one: Rows = { kind: 'ids', ids: [makeUuid(1)] };
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

test('a long note and the removal of a tag are undone exactly', () => {
  const { store } = makeFilled();
  store.notes.put(one, 'mine');
  expect(store.notes.put(everything, 'all').changed).toBe(rowCount);
  expect(store.annotationsOf(everything)).toMatchObject({
    noteCount: rowCount,
    note: 'all',
  });
  store.edits.undo();
  expect(store.annotationsOf(everything).noteCount).toBe(1);
  expect(store.annotationsOf(one).note).toBe('mine');
  store.tags.change(everything, tagging);
  const [tag] = store.tags.list();
  store.tags.remove(tag?.id ?? 0);
  expect(countOf(store)).toBeUndefined();
  store.edits.undo();
  expect(countOf(store)).toBe(rowCount);
});

test('two tags in one edit go to the same rows, even if the filter names one of them', () => {
  const { store } = makeFilled();
  store.tags.change(one, tagging);
  const untagged: Rows = {
    kind: 'query',
    where: '-tag:burnt',
  };
  const edit = store.tags.change(untagged, { add: ['burnt', 'new'], remove: [] });
  expect(edit.changed).toBe(rowCount - 1);
  expect([countOf(store), countOf(store, 'new')]).toEqual([rowCount, rowCount - 1]);
});

test('an edit of one process is undone and redone by another', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  const edit = store.tags.change(everything, tagging);
  expect(other.edits.undo(edit.id ?? 0)).toMatchObject({ id: edit.id, changed: rowCount });
  expect(countOf(store)).toBeUndefined();
  expect(store.edits.redo().changed).toBe(rowCount);
  expect(countOf(other)).toBe(rowCount);
});

test('an edit that fails changes nothing, and what was undone can still be redone', () => {
  const { store } = makeFilled();
  store.tags.change(one, tagging);
  store.edits.undo();
  expect(() => store.tags.put({ name: '' })).toThrow();
  expect(store.tags.change(one, { add: [], remove: ['unknown'] }).id).toBeNull();
  expect(store.edits.redo().label).toBe('Added the tag "burnt" to 1 proxy.');
  expect(countOf(store)).toBe(1);
});

test('a new edit deletes the edits that were undone', () => {
  const { file, store } = makeFilled();
  const records = connect(recordsFileOf(file), { readOnly: true });
  const journal = (): unknown => records.get('SELECT count(*) FROM edit_change')?.[0];
  store.tags.change(everything, tagging);
  store.edits.undo();
  store.notes.put(one, 'short');
  expect(() => store.edits.redo()).toThrow(/nothing to redo/);
  expect(journal()).toBe(1);
  records.close();
});

test('a note that was deleted a week ago is in no file any more', () => {
  const { file, store } = makeFilled();
  const secret = 'a password in a note';
  store.notes.put(one, secret);
  store.notes.put(one, null);
  store.close();
  const filesWithIt = (): string[] =>
    readdirSync(dirname(file)).filter((name) =>
      readFileSync(join(dirname(file), name)).includes(secret),
    );
  expect(filesWithIt()).toEqual(['account.sqlite.records', 'account.sqlite.records.backup']);
  const db = openDatabase(file, accountSchemas, { readOnly: false });
  db.run('UPDATE user.edit SET made_at_ms = made_at_ms - ?', 8 * 24 * 60 * 60 * 1000);
  db.close();
  const again = openOrRebuildStore({ file }).store;
  expect(filesWithIt()).toEqual([]);
  expect(again.edits.next().undo).toBeNull();
  again.close();
  expect(filesWithIt()).toEqual([]);
});

test('an edit is undone and redone by the keys of the journal', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  for (const sql of [...statements.before, ...statements.after]) {
    const plan = connection.all(`EXPLAIN QUERY PLAN ${sql}`, 1).map((row) => row[3]);
    expect(plan.join('\n'), sql).not.toMatch(/SCAN user/);
    expect(plan.join('\n'), sql).toMatch(/SEARCH user\.edit_change USING PRIMARY KEY \(edit_id=\?/);
  }
  connection.close();
});
