import { expect, test } from 'vitest';
import { changesOf, RuleForm } from '../../../src/renderer/gateway/rule-form.svelte.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

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

test('only what was changed in the dialog of a rule is saved', () => {
  const rule = { ...defaultRule, id: 7, name: 'scraper', lines: '* -> this rule' };
  const form = new RuleForm(rule, rule.port, []);
  const unchanged = form.read('');
  expect(unchanged && changesOf(rule, unchanged)).toEqual({});
  form.fields.texts['rotation'] = 'sticky:10m';
  form.where = 'country:US';
  const changed = form.read('');
  expect(changed && changesOf(rule, changed)).toEqual({
    rotation: { kind: 'sticky', minutes: 10 },
    where: 'country:US',
  });
});
