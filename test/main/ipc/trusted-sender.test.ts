import { expect, test } from 'vitest';
import { isOwnPage } from '../../../src/main/electron/app-file.ts';
import { isTrustedSender } from '../../../src/main/ipc/trusted-sender.ts';

const page = { url: 'app://proxydeck/index.html', parent: null };

test('the main frame of the app’s own page is answered', () => {
  expect(isTrustedSender(page, (url) => isOwnPage(url))).toBe(true);
});

test.each([
  ['a frame that is gone', null],
  ['a subframe of our own page', { url: page.url, parent: page }],
  ['a foreign page', { url: 'https://example.com/', parent: null }],
  ['an empty page', { url: 'about:blank', parent: null }],
  ['a page without an address', { url: '', parent: null }],
])('%s is refused', (_name, frame) => {
  expect(isTrustedSender(frame, (url) => isOwnPage(url))).toBe(false);
});
