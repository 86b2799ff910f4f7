import { expect, test } from 'vitest';
import { RuleForm } from '../../../src/renderer/gateway/rule-form.svelte.ts';

test('a wrong pause stays in sight when the rule keeps one proxy, which has no pauses', () => {
  const form = new RuleForm(null, 24_000, []);
  expect([form.showsPauses, form.read('') !== null]).toEqual([true, true]);
  form.fields.texts['rotation'] = 'fixed';
  expect(form.showsPauses).toBe(false);
  form.fields.texts['pauseMinutes'] = 'soon';
  expect([form.showsPauses, form.read('')]).toEqual([true, null]);
  form.fields.texts['pauseMinutes'] = '5';
  expect([form.showsPauses, form.read('') !== null]).toEqual([false, true]);
});
