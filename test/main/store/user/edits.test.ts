import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore, type Store } from '../../../../src/main/store/index.ts';
import type { Rows } from '../../../../src/shared/rows.ts';
import { statements } from '../../../../src/main/store/user/edits.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { makeDatabaseName, makeProxy, makeStore, makeUuid } from '../support.ts';

const rowCount = 1500;
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

const idOf = (store: Store, name: string): number => store.tags.list().find((tag) => tag.name === name)?.id ?? 0;

test('a long note and the removal of a tag are undone exactly', () => {
  const { store } = makeFilled();
  store.notes.put(one, 'mine');
  expect(store.notes.put(everything, 'all').changed).toBe(rowCount);
  expect(store.annotationsOf(everything)).toMatchObject({ noteCount: rowCount, note: 'all' });
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
  const untagged: Rows = { kind: 'query', where: '-tag:burnt' };
  const edit = store.tags.change(untagged, { add: ['burnt', 'new'], remove: [] });
  expect(edit.changed).toBe(rowCount - 1);
  expect([countOf(store), countOf(store, 'new')]).toEqual([rowCount, rowCount - 1]);
});

test('undo and redo leave alone what another process has changed since', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  store.tags.put({ name: 'mine' });
  store.tags.change(everything, tagging);
  store.notes.put(everything, 'all');
  other.notes.put(one, 'of the other');
  other.tags.put({ id: idOf(other, 'burnt'), name: 'toasted' });
  other.tags.remove(idOf(other, 'mine'));
  store.edits.undo();
  expect(store.annotationsOf(everything)).toMatchObject({ noteCount: 1 });
  expect(store.annotationsOf(one).note).toBe('of the other');
  store.edits.redo();
  expect(store.annotationsOf(everything).noteCount).toBe(rowCount);
  expect(store.annotationsOf(one).note).toBe('of the other');
  store.edits.undo();
  store.edits.undo();
  // The tag has another name now, so it stays; nothing has it any more.
  expect(countOf(store, 'toasted')).toBe(0);
  store.edits.undo();
  other.tags.put({ name: 'MINE' });
  store.edits.redo();
  expect(store.tags.list().map(({ name }) => name)).toEqual(['MINE', 'toasted']);
  expect(() => other.edits.redo()).toThrow(/nothing to redo/);
});

test('a tag that another process deleted is not put on records again', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  store.tags.change(everything, tagging);
  store.tags.change(one, { add: [], remove: ['burnt'] });
  other.tags.remove(idOf(other, 'burnt'));
  store.edits.undo();
  expect(store.proxies.get(makeUuid(1))).toMatchObject({ tags: null });
  expect(store.annotationsOf(everything).tags).toEqual([]);
});

test('a note that is typed on is one edit, and a later one another, whatever the clock says', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = makeFilled();
  store.notes.put(one, 'a', { isContinued: true });
  store.notes.put(one, 'ab', { isContinued: true });
  vi.advanceTimersByTime(60 * 60 * 1000);
  vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000);
  store.notes.put(one, 'abc', { isContinued: true });
  store.edits.undo();
  expect(store.annotationsOf(one).note).toBe('ab');
});

test('a note that another process changed is not continued but replaced, and comes back', () => {
  const { file, store } = makeFilled();
  const other = makeStore(file);
  store.notes.put(one, 'a', { isContinued: true });
  other.notes.put(one, 'of the other');
  store.notes.put(one, 'ab', { isContinued: true });
  expect(store.annotationsOf(one).note).toBe('ab');
  store.edits.undo();
  expect(store.annotationsOf(one).note).toBe('of the other');
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

test('a note that was deleted is in no file once the account is closed', () => {
  const { file, store } = makeFilled();
  const secret = 'a password in a note';
  store.notes.put(one, secret);
  store.notes.put(one, null);
  store.close();
  const withIt = readdirSync(dirname(file)).filter((name) => readFileSync(join(dirname(file), name)).includes(secret));
  expect(withIt).toEqual([]);
});

test('what can be undone does not outlive the restore of a backup', async () => {
  const { file, store } = makeFilled();
  const backup = join(dirname(file), 'saved.proxydeck-backup');
  store.tags.change(everything, tagging);
  await store.backUpTo(backup);
  store.restoreFrom(backup);
  expect(() => store.edits.undo()).toThrow(/nothing to undo/);
  expect(countOf(store)).toBe(rowCount);
});

test('an edit is undone and redone by the keys of the records', () => {
  const file = makeDatabaseName();
  openStore({ file }).close();
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  const all = [statements.before, statements.after].flatMap((side) => Object.values(side));
  for (const sql of all.flatMap(({ remove, add }) => [remove, add])) {
    const plan = connection.all(`EXPLAIN QUERY PLAN ${sql}`, null, '[]', 1, 1).map((row) => row[3]);
    // A table is read by its key, or for each record of the edit.
    expect(plan.join('\n'), sql).not.toMatch(/SCAN (?!record|given|json_each|CONSTANT)/);
  }
  connection.close();
});
