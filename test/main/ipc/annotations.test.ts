import { expect, test } from 'vitest';
import { openApp } from '../../support/open-app.ts';

test('tags and notes by a filter can be undone, and every change is announced', async () => {
  const { accountId, ask, changed } = await openApp({ isSynced: true });
  changed();
  const [first] = await ask('list:rows', { list: 'proxies', accountId, where: '', sort: [], offset: 0, limit: 1 });
  const id = first?.proxy_id ?? '';
  const all = { accountId, rows: { kind: 'query', where: '', excludedIds: [id] } } as const;
  const one = { accountId, rows: { kind: 'ids', ids: [id] } } as const;
  const tagged = await ask('tags:change', { ...all, add: ['burnt'], remove: [] });
  expect(tagged).toMatchObject({ changed: 39 });
  expect(changed()).toBe(1);
  await ask('notes:put', { ...one, note: 'mine' });
  expect(await ask('annotations:of', one)).toEqual({ rowCount: 1, tags: [], noteCount: 1, note: 'mine' });
  expect(await ask('list:count', { list: 'proxies', accountId, where: 'tag:burnt' })).toBe(39);
  expect(await ask('proxies:facets', { accountId, where: '' })).toMatchObject({ tag: [{ value: 'burnt', count: 39 }] });
  changed();
  await expect(ask('edits:step', { accountId, direction: 'undo', id: tagged.id ?? 0 })).rejects.toThrow(/since/);
  expect(changed()).toBe(0);
  await ask('edits:step', { accountId, direction: 'undo' });
  await ask('edits:step', { accountId, direction: 'undo' });
  expect(await ask('tags:list', { accountId })).toEqual([]);
  await ask('edits:step', { accountId, direction: 'redo' });
  const [tag] = await ask('tags:list', { accountId });
  expect(tag).toMatchObject({ name: 'burnt', proxyCount: 39, serviceCount: 0 });
  await ask('tags:put', { accountId, id: tag?.id, color: 'red' });
  await ask('tags:remove', { accountId, id: tag?.id ?? 0 });
  await ask('edits:step', { accountId, direction: 'undo' });
  expect(await ask('tags:list', { accountId })).toMatchObject([{ color: 'red', proxyCount: 39 }]);
});

test('edits run one at a time, in the order of their requests', async () => {
  const { ask, accountId, changed } = await openApp({ isSynced: true });
  const all = { accountId, rows: { kind: 'query', where: '' } } as const;
  changed();
  const edits = [
    ask('tags:change', { ...all, add: ['first'], remove: [] }),
    ask('tags:change', { ...all, add: [], remove: ['first'] }),
  ];
  expect(await Promise.all(edits)).toMatchObject([{ changed: 40 }, { changed: 40 }]);
  expect(await ask('tags:list', { accountId })).toMatchObject([{ name: 'first', proxyCount: 0 }]);
  expect(changed()).toBe(2);
});
