/** Names by which every object has something that nobody gave it are names like others, wherever they come from. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layouts } from '../../../../src/main/store/schema/layout.ts';
import { parseTemplate } from '../../../../src/shared/exports/template.ts';
import { findKey } from '../../../../src/shared/filter/query-keys.ts';
import { parseQuery } from '../../../../src/shared/filter/query.ts';
import type { JsonValue } from '../../../../src/shared/json.ts';
import { listNames } from '../../../../src/shared/lists.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import { syncLists } from '../../../../src/shared/sync.ts';
import { inheritedNames } from '../../../support/odd-texts.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { makeStore } from '../support.ts';

/** An object that has each of the names itself. */
const named = <Value>(value: Value): Record<string, Value> =>
  Object.fromEntries(inheritedNames.map((name) => [name, value]));

test.each(syncLists)('a row of %s with fields and values of all these names is written, changed and read', (list) => {
  const store = makeStore();
  const { field } = layouts[list].id;
  const row = (value: string): ReceivedRecord => ({
    id: '7',
    fields: { ...named<JsonValue>(value), [field]: '7', extra: named(value) },
  });
  for (const value of ['one', 'two']) {
    store.syncs.writePage(list, [row(value)]);
    const pass = store.syncs.startPass(list);
    pass.write([row(value)]);
    pass.close();
    const record = Object.entries(store[list].record('7', { secrets: true }) ?? {});
    for (const name of inheritedNames) expect(record).toContainEqual([name, value]);
    expect(record.filter(([name]) => name === 'extra').map(([, extra]) => Object.entries(extra ?? {}))).toEqual([
      Object.entries(named(value)),
    ]);
  }
});

test.each(listNames)('no key of a filter of %s, and no values of one, are found by such a name', (list) => {
  const store = makeStore();
  const everything = { terms: [] };
  for (const name of inheritedNames) {
    expect([name, findKey(list, name)]).toEqual([name, undefined]);
    expect([name, typeof parseQuery(`${name}:x`, list).ok]).toEqual([name, 'boolean']);
    expect([name, store.valuesOf(list, name, everything)]).toEqual([name, []]);
  }
});

test('a template with such a field or filter is refused', () => {
  for (const name of inheritedNames) {
    for (const text of [`{${name}}`, `{host|${name}}`]) expect([text, parseTemplate(text).ok]).toEqual([text, false]);
  }
});

test('records of the user with such names, and such fields in them, come back from a backup', async () => {
  const theirs = makeStore();
  const kinds = ['gateway-rule', 'test-schedule', 'view', 'template'] as const;
  for (const name of inheritedNames) {
    for (const kind of kinds) theirs.saved.put({ kind, name, content: named('x') });
  }
  const backup = join(makeTemporaryFolder(), 'theirs');
  await theirs.backUpTo(backup);
  const mine = makeStore();
  expect(mine.restoreFrom(backup).turnedOff).toEqual(inheritedNames.map((name) => `the repeated test "${name}"`));
  for (const kind of ['gateway-rule', 'view'] as const) {
    expect(mine.saved.list(kind).map(({ name }) => name)).toEqual(inheritedNames);
    for (const { content } of mine.saved.list(kind))
      expect(Object.entries(content)).toEqual(Object.entries(named('x')));
  }
});
