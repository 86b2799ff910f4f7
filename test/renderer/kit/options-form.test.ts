import { expect, test } from 'vitest';
import { OptionsForm } from '../../../src/renderer/kit/options-form.svelte.ts';
import { localTestRows } from '../../../src/shared/test-runs/test-run.ts';

test('an invalid text is explained in the unit of its field', () => {
  const form = new OptionsForm(localTestRows);
  expect([form.texts['timeoutMs'], form.values?.timeoutMs, form.problems]).toEqual(['10', 10_000, {}]);
  form.texts['timeoutMs'] = '121';
  expect(form.values).toBeNull();
  expect(form.problems).toEqual({ timeoutMs: 'Enter a number of at least 0.1 and at most 120 s.' });
});
