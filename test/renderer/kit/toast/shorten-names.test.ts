import { expect, test } from 'vitest';
import { shortenNames } from '../../../../src/renderer/kit/toast/toasts.svelte.ts';

test('a long name in a message is cut in the middle', () => {
  const file = `Clash_mihomo_${'proxies_'.repeat(8)}for_harbor8234.yaml`;
  expect(shortenNames(`82 proxies written to ${file}.`)).toBe(
    '82 proxies written to Clash_mihomo_proxies_proxies_pr…harbor8234.yaml.',
  );
  const view = `"${'US and Canada '.repeat(6)}2026"`;
  const shown = shortenNames(`Saved ${view}.`);
  expect(shown).toMatch(/^Saved "US and Canada .*….*Canada 2026"\.$/);
  expect(shown.length).toBe('Saved .'.length + 48);
});

test('long sentences stay as they are', () => {
  const text = 'The service rejected the keys. Cached data remains available. Replace the keys.';
  expect(shortenNames(text)).toBe(text);
});
