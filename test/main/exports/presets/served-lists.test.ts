import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createServedLists } from '../../../../src/main/exports/presets/served-lists.ts';
import { putPreset } from '../../../../src/main/exports/presets/presets.ts';
import { writeText } from '../../../../src/main/exports/files/write.ts';
import type { ExportChoices } from '../../../../src/shared/exports/export.ts';
import { makeDatabaseName, makeProxy, makeStore } from '../../store/support.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // It is there because of the flag.

const containing = (text: string): unknown => expect.stringContaining(text);

const choices: ExportChoices = {
  proxyUserId: null,
  proxies: { kind: 'query', where: '' },
  format: 'url',
  protocol: 'http',
  ip: '4',
};

const proxy = (number: number) =>
  makeProxy(number, { default_proxy_user_username: 'user1', default_proxy_user_password: 'secret' });

/** Lists of an account with one proxy, and a second connection that writes, as a sync does. */
function open(more: Partial<ExportChoices> = {}) {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const other = makeStore(file);
  store.syncs.writePage('proxies', [proxy(1)]);
  let nowMs = 0;
  let makes = 0;
  let contentReads = 0;
  const list: typeof store.saved.list = (kind) => {
    contentReads += 1;
    return store.saved.list(kind);
  };
  const lists = createServedLists(
    {
      // The store itself, which counts how often it parses what was saved.
      store: { ...store, saved: { ...store.saved, list } },
      unlock: () => Promise.resolve(),
      makeText: (wanted) => {
        makes += 1;
        return writeText(store, wanted);
      },
      port: () => 24_000,
    },
    () => nowMs,
  );
  const { id } = putPreset(store, { name: 'My list', choices: { ...choices, ...more } });
  return {
    store,
    other,
    lists,
    id,
    makes: () => makes,
    contentReads: () => contentReads,
    pass: (ms: number) => {
      nowMs += ms;
    },
    tokenOf: async (presetId = id) => new URL(await lists.address(presetId)).searchParams.get('token') ?? '',
    read: async (token: string, knownTags: string[] = [], name = 'my LIST') => {
      const list = await lists.read({ name, token, knownTags });
      return list && { ...list, text: list.text && (await list.text.text()) };
    },
  };
}

test('a preset that is served is read with its token, by its name in any case', async () => {
  const { lists, id, tokenOf, read } = open();
  await expect(lists.address(id)).rejects.toThrow('has no local address');
  await lists.serve(id, true);
  expect(await lists.address(id)).toMatch(/^http:\/\/127\.0\.0\.1:24000\/lists\/My%20list\?token=[\w-]{24}$/);
  const token = await tokenOf();
  expect(await read(token)).toMatchObject({
    writtenCount: 1,
    skippedCount: 0,
    text: containing('secret'),
  });
  for (const wrong of ['', 'x', token.toLowerCase(), `${token}x`]) expect(await read(wrong)).toBeNull();
  expect(await read(token, [], 'other')).toBeNull();
});

test('a token is replaced alone, and forgotten when the list is no longer served', async () => {
  const { store, lists, id, tokenOf, read } = open();
  const second = putPreset(store, { name: 'second', choices });
  await lists.serve(id, true);
  await lists.serve(second.id, true);
  const [token, others] = [await tokenOf(), await tokenOf(second.id)];
  await lists.renewToken(id);
  expect(await read(token)).toBeNull();
  expect(await read(await tokenOf())).not.toBeNull();
  expect(await read(others, [], 'second')).not.toBeNull();
  // Serving it again changes nothing.
  await lists.serve(second.id, true);
  expect(await tokenOf(second.id)).toBe(others);
  await lists.serve(second.id, false);
  expect(await read(others, [], 'second')).toBeNull();
  await lists.serve(second.id, true);
  expect(await tokenOf(second.id)).not.toBe(others);
  store.saved.remove('export-preset', second.id);
  expect([...store.servedLists.ids()]).toEqual([id]);
});

test('the text is made again only if something has changed, or after a minute', async () => {
  const { other, lists, id, tokenOf, read, makes, pass } = open();
  await lists.serve(id, true);
  const token = await tokenOf();
  const first = await read(token);
  expect(await read(token)).toEqual(first);
  expect(await read(token, [first?.tag ?? ''])).toMatchObject({ tag: first?.tag, text: null });
  expect(makes()).toBe(1);
  other.syncs.writePage('proxies', [proxy(2)]);
  const second = await read(token, [first?.tag ?? '']);
  expect(second).toMatchObject({ writtenCount: 2, text: containing('secret') });
  expect(second?.tag).not.toBe(first?.tag);
  expect(makes()).toBe(2);
  pass(60_000);
  // It is the same text.
  expect(await read(token, [second?.tag ?? ''])).toMatchObject({ tag: second?.tag, text: null });
  expect(makes()).toBe(3);
});

test('two programs at once have the text made once', async () => {
  const { lists, id, tokenOf, read, makes } = open();
  await lists.serve(id, true);
  const token = await tokenOf();
  const [one, two] = await Promise.all([read(token), read(token)]);
  expect(one).toEqual(two);
  expect(makes()).toBe(1);
});

test('a request without the right token reads the content of no preset', async () => {
  const { lists, id, tokenOf, read, contentReads } = open();
  await lists.serve(id, true);
  const token = await tokenOf();
  const before = contentReads();
  for (const wrong of ['', `${token}x`]) expect(await read(wrong)).toBeNull();
  expect(await read(token, [], 'other')).toBeNull();
  expect(contentReads()).toBe(before);
  expect(await read(token)).not.toBeNull();
  expect(contentReads()).toBeGreaterThan(before);
});

test.each(['removed', 'no longer served'])('the text of a preset that is %s leaves the memory', async (what) => {
  const { store, lists, id, tokenOf } = open();
  await lists.serve(id, true);
  const token = await tokenOf();
  const readText = async (): Promise<WeakRef<object>> => {
    const { text = null } = (await lists.read({ name: 'My list', token, knownTags: [] })) ?? {};
    if (text === null) throw new Error('There is no text.');
    return new WeakRef(text);
  };
  const text = await readText();
  if (what === 'removed') {
    store.saved.remove('export-preset', id);
    lists.forgetOthers();
  } else await lists.serve(id, false);
  await vi.waitFor(() => {
    collectGarbage();
    // A failed comparison of the text itself would hold it.
    expect(text.deref() === undefined).toBe(true);
  });
});

test('an export of several files is not served', async () => {
  const { store, lists, id } = open({ options: { proxiesPerFile: 10 } });
  await expect(lists.serve(id, true)).rejects.toThrow('several files');
  expect(store.servedLists.ids().size).toBe(0);
});
