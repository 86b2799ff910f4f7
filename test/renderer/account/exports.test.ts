import { afterEach, expect, it, vi } from 'vitest';
import { ExportPresets } from '../../../src/renderer/account/exports.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('saves a removed preset again in its place, if its removal is undone', async () => {
  const asked: [name: string, args: object][] = [];
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, args: object) {
        asked.push([name, args]);
        return Promise.resolve(JSON.stringify({ ok: true, value: [] }));
      },
      cancel: () => undefined,
    },
  });
  const toasts = new Toasts();
  const choices: ExportChoices = {
    proxyUserId: null,
    proxies: { kind: 'query', where: '' },
    format: 'url',
    protocol: 'http',
    ip: '4',
  };
  const preset = { id: 2, name: 'Scraper', choices, position: 3, file: null, isServed: false };
  await new ExportPresets('a', toasts).remove(preset);
  toasts.nextUndo?.run();
  expect(asked.at(-1)).toEqual(['presets:put', { accountId: 'a', name: 'Scraper', choices, position: 3 }]);
});
