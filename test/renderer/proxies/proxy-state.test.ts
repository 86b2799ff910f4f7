import { expect, it } from 'vitest';
import { proxyState } from '../../../src/renderer/proxies/proxy-state.ts';

it.each([
  [true, 'in_use', 'ok', 'Online, in use'],
  [false, 'in_use', 'bad', 'Offline, in use'],
  [true, 'pending_deletion', 'warn', 'Pending deletion'],
  [true, 'brand_new', 'ok', 'Online, brand new'],
  [null, null, 'none', 'Unknown whether online'],
] as const)('online %s and status %s is said with the tone %s', (online, status, tone, text) => {
  const state = proxyState({ proxy_is_online: online, proxy_status: status });
  expect(state).toEqual({ tone, text });
});
