import { expect, test } from 'vitest';
import { LineForm } from '../../../src/renderer/gateway/line-form.svelte.ts';
import { writeLine } from '../../../src/shared/gateway/rule-lines.ts';

test('a wrong status is reported at the statuses, not at the targets', () => {
  const form = new LineForm(null);
  form.targets = 'shop.example.com';
  form.statuses = 'abc, 403';
  expect(form).toMatchObject({ line: null, problem: null, statusProblem: 'A status is a number from 300 to 599.' });
  form.statuses = '403, 429';
  expect(form).toMatchObject({ problem: null, statusProblem: null });
  expect(form.line && writeLine(form.line)).toBe('shop.example.com on 403, 429 -> this rule');
});

test('statuses are left out of a line that uses no proxies', () => {
  const form = new LineForm({ targets: ['a.example'], statuses: [403], way: ['this rule'] });
  form.first = 'block';
  expect(form.line && writeLine(form.line)).toBe('a.example -> block');
});

test('a status that is also typed behind the targets is in the line once, as it is saved', () => {
  const form = new LineForm(null);
  form.targets = 'shop.example.com on 403, 503';
  form.statuses = '403, 429';
  expect(form.line && writeLine(form.line)).toBe('shop.example.com on 403, 503, 429 -> this rule');
});
