import { afterEach, expect, it, vi } from 'vitest';
import { SavedViews } from '../../../../src/renderer/account/saved/saved-views.svelte.ts';
import { Toasts } from '../../../../src/renderer/kit/toast/toasts.svelte.ts';
import { patience } from '../../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Two saved views, and a main process that counts the rows of each. */
async function loadViews() {
  const counted: string[] = [];
  const saved = ['country:US', 'country:DE'].map((where, at) => ({
    id: at + 1,
    name: where,
    position: at,
    content: { list: 'proxies', where, sort: [], columns: { shown: {}, widthsPx: {} } },
  }));
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, args: { where: string }) {
        if (name === 'list:count') counted.push(args.where);
        const value = name === 'saved:list' ? saved : args.where.length + counted.length;
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
      cancel: () => undefined,
    },
  });
  const views = new SavedViews('a', new Toasts());
  await views.load();
  return { views, counted };
}

it('counts each view when it is its turn, and not before', async () => {
  const { views, counted } = await loadViews();
  const turns = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let taken = 0;
  const counting = views.count(async () => {
    await turns[taken++]?.promise;
  }, new AbortController().signal);
  await Promise.resolve();
  expect(counted).toEqual([]);
  turns[0]?.resolve(undefined);
  await vi.waitUntil(() => views.counts.size === 1, patience);
  expect(counted).toEqual(['country:US']);
  turns[1]?.resolve(undefined);
  await counting;
  expect([...views.counts]).toEqual([
    [1, 11],
    [2, 12],
  ]);
});

it('stops counting when what is counted has changed', async () => {
  const { views, counted } = await loadViews();
  const controller = new AbortController();
  const counting = views.count(() => {
    controller.abort();
    return Promise.resolve();
  }, controller.signal);
  await counting;
  expect(counted).toEqual([]);
  expect(views.counts.size).toBe(0);
});
