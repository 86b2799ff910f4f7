import { expect, test } from 'vitest';
import { isSameChoices } from '../../../src/renderer/exports/export-form.svelte.ts';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';

const choices: ExportChoices = {
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: 'country:US' },
  format: 'http',
  protocol: 'http',
  ip: '4',
};

test('order and what says nothing make no difference, everything else does', () => {
  const turned = Object.fromEntries(Object.entries(choices).toReversed()) as typeof choices;
  expect(isSameChoices(choices, turned)).toBe(true);
  expect(isSameChoices(choices, { ...choices, template: undefined, options: {} })).toBe(true);
  expect(isSameChoices(choices, { ...choices, options: { isDistinct: undefined } })).toBe(true);
  expect(isSameChoices(choices, { ...choices, options: { isDistinct: true } })).toBe(false);
  expect(isSameChoices(choices, { ...choices, ip: '6' })).toBe(false);
  const others = (...otherUserIds: string[]) => ({ ...choices, options: { otherUserIds } });
  expect(isSameChoices(others('a', 'b'), others('b', 'a'))).toBe(false);
});
