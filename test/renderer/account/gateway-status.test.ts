import { afterEach, expect, test, vi } from 'vitest';
import { GatewayStatus } from '../../../src/renderer/account/gateway-status.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a double click on a rule to begin with adds one rule and turns the gateway on once', async () => {
  const asked: string[] = [];
  const request = (name: string): Promise<string> => {
    asked.push(name);
    const report = { rules: [], state: null, problem: null, others: [], elsewhere: null };
    const value = name === 'gateway:report' ? report : { ...defaultRule, id: 1 };
    return Promise.resolve(JSON.stringify({ ok: true, value }));
  };
  vi.stubGlobal('window', { bridge: { request, on: vi.fn() } });
  const gateway = new GatewayStatus('a', new Toasts());
  const outcomes = await Promise.all([gateway.start(defaultRule), gateway.start(defaultRule)]);
  expect(outcomes).toEqual([true, false]);
  expect(asked.filter((name) => name !== 'gateway:report')).toEqual(['gateway:put-rule', 'gateway:switch']);
  expect(gateway.isSwitching).toBe(false);
});
