import { expect, it, vi } from 'vitest';
import { labelCopy } from '../../../src/renderer/actions/copy-as.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import {
  readCopies,
  RecentCopies,
  writeCopies,
  type RecentCopy,
} from '../../../src/renderer/account/exports.svelte.ts';
import type { ExportRequest } from '../../../src/shared/exports/export.ts';

const request: ExportRequest = {
  accountId: 'a',
  proxyUserId: 'alice',
  proxies: { kind: 'ids', ids: ['p'] },
  format: 'host:port:user:pass',
  protocol: 'http',
  ip: 'any',
};

it('calls a copy by its user, its format and what is not the usual', () => {
  expect(labelCopy('host:port', request)).toBe('alice as host:port');
  expect(labelCopy('host:port', { ...request, options: { isDistinct: undefined } })).toBe('alice as host:port');
  expect(labelCopy('CSV', { ...request, protocol: 'socks5', ip: '6', options: { perCountry: 2 } })).toBe(
    'alice as CSV, SOCKS5, IPv6, with options',
  );
});

it('keeps the saved copies if they could not be loaded before another one is added', async () => {
  const saved = [{ name: 'proxies', content: writeCopies([{ label: 'CSV', choices: request }]) }];
  const put = vi.fn();
  let isBroken = true;
  const answer = (name: string, args: unknown): Promise<string> => {
    if (name === 'saved:put') put(args);
    const failure = { code: 'internal', message: 'Broken.' };
    const result = isBroken ? { ok: false, failure } : { ok: true, value: saved };
    return Promise.resolve(JSON.stringify(result));
  };
  vi.stubGlobal('window', { bridge: { request: answer } });
  const copies = new RecentCopies('a', new Toasts());
  await copies.load();
  await copies.add(request, 'JSON');
  expect(put).not.toHaveBeenCalled();
  isBroken = false;
  await copies.add(request, 'JSON');
  expect(copies.all.map(({ label }) => label)).toEqual(['JSON', 'CSV']);
  expect(put).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('reads back what it wrote, and nothing of anything else', () => {
  const copy: RecentCopy = {
    label: 'CSV for alice',
    choices: {
      proxyUserId: 'alice',
      format: 'csv',
      template: undefined,
      protocol: 'http',
      ip: 'any',
      options: { otherUserIds: ['bob'] },
    },
  };
  expect(readCopies(writeCopies([copy]))).toEqual([copy]);
  expect(readCopies({})).toEqual([]);
  expect(readCopies({ copies: [null, 1, { label: 1, choices: {} }, { label: 'a' }] })).toEqual([]);
});
