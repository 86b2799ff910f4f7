import { afterEach, expect, test, vi } from 'vitest';
import { GatewayStatus } from '../../../src/renderer/account/gateway-status.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers requests by name; returns the names of those that were sent. */
function answer(answers: { readonly [name: string]: unknown }): string[] {
  const asked: string[] = [];
  const request = (name: string): Promise<string> => {
    asked.push(name);
    const value = answers[name];
    const reply =
      value === undefined ? { ok: false, failure: { code: 'internal', message: 'No.' } } : { ok: true, value };
    return Promise.resolve(JSON.stringify(reply));
  };
  vi.stubGlobal('window', { bridge: { request, on: vi.fn() } });
  return asked;
}
const rule = { ...defaultRule, id: 1, lines: 'a.example -> block' };
const report = { rules: [rule], state: null, problem: null, others: [], elsewhere: null };

test('lines are not saved over those of others when the present ones cannot be read', async () => {
  answer({ 'gateway:report': report });
  const gateway = new GatewayStatus('a', new Toasts());
  await gateway.reload();
  const asked = answer({ 'gateway:put-rule': rule });
  expect(await gateway.changeLines(1, () => [])).toBe(false);
  expect(asked).toEqual(['gateway:report']);
  await expect(gateway.putLines(1, () => [])).rejects.toThrow('No.');
});

test('after a change of a rule the report is read once', async () => {
  const asked = answer({ 'gateway:report': report, 'gateway:put-rule': rule });
  await new GatewayStatus('a', new Toasts()).update(rule, { isOn: false });
  expect(asked).toEqual(['gateway:put-rule', 'gateway:report']);
});

test('a double click on a rule to begin with adds one rule and turns the gateway on once', async () => {
  const asked = answer({
    'gateway:report': { ...report, rules: [] },
    'gateway:put-rule': rule,
    'gateway:switch': null,
  });
  const gateway = new GatewayStatus('a', new Toasts());
  const outcomes = await Promise.all([gateway.start(defaultRule), gateway.start(defaultRule)]);
  expect(outcomes).toEqual([true, false]);
  expect(asked.filter((name) => name !== 'gateway:report')).toEqual(['gateway:put-rule', 'gateway:switch']);
  expect(gateway.isSwitching).toBe(false);
});
