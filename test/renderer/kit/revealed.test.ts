import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Revealed } from '../../../src/renderer/kit/revealed.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a secret is hidden after 30 seconds', () => {
  const revealed = new Revealed<string>();
  revealed.show('secret');
  vi.advanceTimersByTime(29_000);
  expect(revealed.value).toBe('secret');
  vi.advanceTimersByTime(2_000);
  expect(revealed.value).toBeNull();
});

test('a secret that is shown again gets 30 seconds of its own', () => {
  const revealed = new Revealed<string>();
  revealed.show('one');
  vi.advanceTimersByTime(20_000);
  revealed.hide();
  expect(revealed.value).toBeNull();
  revealed.show('other');
  vi.advanceTimersByTime(20_000);
  expect(revealed.value).toBe('other');
});
