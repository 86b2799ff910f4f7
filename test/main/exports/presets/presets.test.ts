import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describePreset,
  findPreset,
  listPresets,
  putPreset,
  refreshPresets,
  requireChoices,
  savePreset,
} from '../../../../src/main/exports/presets/presets.ts';
import { saveExport, type SaveJob } from '../../../../src/main/exports/files/save.ts';
import type { ExportChoices } from '../../../../src/shared/exports/export.ts';
import { makeProxies, makeProxy, makeStore, makeUser } from '../../store/support.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const choices: ExportChoices = {
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: 'country:GB' },
  format: 'template',
  template: '{host}:{port}',
  protocol: 'http',
  ip: '4',
  options: { perCountry: 2, shuffleSeed: undefined },
};
const never = new AbortController().signal;

function makeFilledStore() {
  const store = makeStore();
  store.syncs.writePage('proxies', makeProxies(9));
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const save = (job: SaveJob) => saveExport(store, job);
  return { store, save };
}

test('a preset keeps every choice by name, is found in any case, renamed and removed', () => {
  const { store } = makeFilledStore();
  const kept = putPreset(store, { name: 'Mine', choices });
  expect(findPreset(store, 'mINE')).toEqual(kept);
  expect(requireChoices(kept)).toEqual({ ...choices, options: { perCountry: 2 } });
  const labelled = { ...choices, options: { labels: ['a', 'b c'] } };
  const keptLabels = putPreset(store, { name: 'Labelled', choices: labelled });
  expect(requireChoices(keptLabels)).toEqual(labelled);
  store.saved.remove('export-preset', keptLabels.id);
  const again = putPreset(store, { name: 'Mine', choices: { ...choices, ip: '6' } });
  expect(again).toMatchObject({ id: kept.id, choices: { ip: '6' } });
  expect(putPreset(store, { name: 'Yours', choices, id: kept.id }).id).toBe(kept.id);
  expect(listPresets(store).map(({ name }) => name)).toEqual(['Yours']);
  store.saved.remove('export-preset', kept.id);
  expect(() => findPreset(store, 'Yours')).toThrow(/No presets are saved/);
});

test('a preset of another version is reported, kept, and does not stop others', async () => {
  const { store, save } = makeFilledStore();
  store.saved.put({ kind: 'export-preset', name: 'odd', content: { tomorrow: true } });
  const odd = findPreset(store, 'odd');
  expect(odd.choices).toBeNull();
  expect(() => requireChoices(odd)).toThrow(/cannot read the preset/);
  expect(await refreshPresets(store, save, never)).toEqual([]);
});

test('choices that no version could read again are not saved', () => {
  const { store } = makeFilledStore();
  for (const options of [{ perCountry: 5_000_000 }, { aliveWithinHours: 99_999 }]) {
    expect(() => putPreset(store, { name: 'many', choices: { ...choices, options } })).toThrow(
      /not saved: its choices are not valid at options/,
    );
  }
  expect(store.saved.list('export-preset')).toEqual([]);
});

test('a removed preset that is saved with its position is in its place again', () => {
  const { store } = makeFilledStore();
  for (const name of ['one', 'two', 'three']) putPreset(store, { name, choices });
  const { id, position } = describePreset(findPreset(store, 'two'));
  store.saved.remove('export-preset', id);
  putPreset(store, { name: 'two', choices, position });
  expect(listPresets(store).map(({ name }) => name)).toEqual(['one', 'two', 'three']);
});

test('a preset remembers its file, whose folder the window never gets', async () => {
  const { store, save } = makeFilledStore();
  const folder = makeTemporaryFolder();
  const path = join(folder, 'list.txt');
  const preset = putPreset(store, { name: 'p', choices });
  const counts = await savePreset(store, preset, { path, isRefreshed: true }, save);
  expect(counts.writtenCount).toBe(2);
  const described = describePreset(findPreset(store, 'p'));
  expect(described.file).toMatchObject({ fileName: 'list.txt', isRefreshed: true, problem: null });
  expect(JSON.stringify(described)).not.toContain(folder);
});

test('the files of presets are written after a sync; one that fails keeps its file and reports why', async () => {
  const { store, save } = makeFilledStore();
  const folder = makeTemporaryFolder();
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  for (const [name, path, isRefreshed] of [
    ['first', join(gone, 'a.txt'), true],
    ['second', join(folder, 'b.txt'), true],
    ['third', join(folder, 'c.txt'), false],
  ] as const) {
    const preset = putPreset(store, { name, choices: { ...choices, options: {} } });
    await savePreset(store, preset, { path, isRefreshed }, save);
  }
  const before = readFileSync(join(folder, 'c.txt'), 'utf8');
  rmSync(gone, { recursive: true });
  store.syncs.writePage('proxies', [makeProxy(100)]);

  const refreshed = await refreshPresets(store, save, never);
  expect(refreshed).toMatchObject([
    { name: 'first', fileName: 'a.txt', problem: expect.stringContaining('folder') as string },
    { name: 'second', fileName: 'b.txt', writtenCount: 4, problem: null },
  ]);
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toContain('203.0.0.100');
  expect(readFileSync(join(folder, 'c.txt'), 'utf8')).toBe(before);
  expect(findPreset(store, 'first').target?.problem).toContain('folder');
  mkdirSync(gone);
  expect(await refreshPresets(store, save, never)).toMatchObject([{ problem: null }, { problem: null }]);
  expect(findPreset(store, 'first').target?.problem).toBeNull();
  expect(existsSync(join(gone, 'a.txt'))).toBe(true);
});

test('nothing starts while the app is closing', async () => {
  const { store, save } = makeFilledStore();
  const path = join(makeTemporaryFolder(), 'list.txt');
  await savePreset(store, putPreset(store, { name: 'p', choices }), { path, isRefreshed: true }, save);
  rmSync(path);
  expect(await refreshPresets(store, save, AbortSignal.abort())).toEqual([]);
  expect(existsSync(path)).toBe(false);
});

test.each<[string, (store: Store, id: number) => void, object | null | undefined]>([
  [
    'is switched off',
    (store, id) => {
      const { target } = findPreset(store, id);
      if (target) store.exportTargets.put(id, { ...target, isRefreshed: false });
    },
    { isRefreshed: false, problem: null },
  ],
  [
    'gets another file',
    (store, id) => {
      const { target } = findPreset(store, id);
      if (target) store.exportTargets.put(id, { ...target, path: 'another', writtenAt: null });
    },
    { path: 'another', writtenAt: null },
  ],
  [
    'is removed',
    (store, id) => {
      store.saved.remove('export-preset', id);
    },
    undefined,
  ],
])('a preset that %s during its refresh stays so', async (_how, change, expected) => {
  const { store, save } = makeFilledStore();
  const path = join(makeTemporaryFolder(), 'list.txt');
  const preset = putPreset(store, { name: 'p', choices });
  await savePreset(store, preset, { path, isRefreshed: true }, save);
  await refreshPresets(
    store,
    (job) => {
      change(store, preset.id);
      return save(job);
    },
    never,
  );
  const target = listPresets(store)[0]?.target;
  if (expected) expect(target).toMatchObject(expected);
  else expect([target, [...store.exportTargets.all()]]).toEqual([undefined, []]);
});

test('a refresh replaces and removes only files that the last one wrote', async () => {
  const { store, save } = makeFilledStore();
  const folder = makeTemporaryFolder();
  const path = join(folder, 'list.txt');
  const preset = putPreset(store, {
    name: 'p',
    choices: { ...choices, proxies: { kind: 'query', where: '' }, options: { proxiesPerFile: 3 } },
  });
  await savePreset(store, preset, { path, isRefreshed: true }, save);
  expect(readdirSync(folder).sort()).toEqual(['list-001.txt', 'list-002.txt', 'list-003.txt']);

  writeFileSync(join(folder, 'list-004.txt'), 'mine');
  store.syncs.writePage('proxies', [makeProxy(100)]);
  expect(await refreshPresets(store, save, never)).toMatchObject([
    { problem: expect.stringContaining('list-004.txt was created or changed') as string },
  ]);
  expect(readFileSync(join(folder, 'list-004.txt'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'list-003.txt'), 'utf8')).not.toContain('203.0.0.100');

  const fewer = { ...requireChoices(preset), options: { proxiesPerFile: 9 } };
  putPreset(store, { name: 'p', choices: fewer });
  expect(await refreshPresets(store, save, never)).toMatchObject([{ problem: null }]);
  expect(readdirSync(folder).sort()).toEqual(['list-001.txt', 'list-002.txt', 'list-004.txt']);
});
