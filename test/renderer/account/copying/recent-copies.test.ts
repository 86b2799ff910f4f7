import { expect, it } from 'vitest';
import { labelCopy } from '../../../../src/renderer/account/copying/copy-as.ts';
import {
  readCopies,
  writeCopies,
  type RecentCopy,
} from '../../../../src/renderer/account/copying/recent-copies.svelte.ts';
import type { ExportRequest } from '../../../../src/shared/exports/export.ts';

const request: ExportRequest = {
  accountId: 'a',
  proxyUserId: 'alice',
  proxies: { kind: 'ids', ids: ['p'] },
  format: 'host:port:user:pass',
  protocol: 'http',
  ip: '4',
};

it('calls a copy by its format, its user and what is not the usual', () => {
  expect(labelCopy('host:port', request)).toBe('host:port for alice');
  expect(labelCopy('host:port', { ...request, options: { isDistinct: undefined } })).toBe(
    'host:port for alice',
  );
  expect(
    labelCopy('CSV', { ...request, protocol: 'socks5', ip: '6', options: { perCountry: 2 } }),
  ).toBe('CSV for alice, SOCKS5, IPv6, with options');
});

it('reads back what it wrote, and nothing of anything else', () => {
  const copy: RecentCopy = {
    label: 'CSV for alice',
    choices: {
      proxyUserId: 'alice',
      format: 'csv',
      template: undefined,
      protocol: 'http',
      ip: '4',
      options: { otherUserIds: ['bob'] },
    },
  };
  expect(readCopies(writeCopies([copy]))).toEqual([copy]);
  expect(readCopies(undefined)).toEqual([]);
  expect(readCopies({ copies: [null, 1, { label: 1, choices: {} }, { label: 'a' }] })).toEqual([]);
});
