import { expect, it } from 'vitest';
import { proxyState } from '../../../src/renderer/proxies/proxy-state.ts';

it.each([
  [true, 'in_use', 'ok', 'Online, in use'],
  [false, 'in_use', 'bad', 'Offline, in use'],
  [true, 'pending_deletion', 'warn', 'Pending deletion'],
  [true, 'brand_new', 'ok', 'Online, brand new'],
  [null, null, 'none', 'Unknown whether online'],
] as const)('online %s and status %s is said with the tone %s', (online, status, tone, text) => {
  const state = proxyState({ proxy_is_online: online, proxy_status: status, isLastTestSuccessful: null });
  expect(state).toEqual({ tone, text });
});

it.each([
  [true, true, 'ok', 'Works, online'],
  [true, false, 'ok', 'Works, offline'],
  [false, true, 'bad', 'Fails, online'],
] as const)('a last test that worked %s and online %s has the tone %s', (isLastTestSuccessful, online, tone, text) => {
  expect(proxyState({ proxy_is_online: online, proxy_status: null, isLastTestSuccessful })).toEqual({ tone, text });
});
