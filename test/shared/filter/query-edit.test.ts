import { expect, test } from 'vitest';
import { endTerm, joinComma } from '../../../src/shared/filter/query-edit.ts';

/** `|` is the caret. */
function edit(change: typeof endTerm, marked: string): string {
  const { text, caret } = change(marked.replace('|', ''), marked.indexOf('|'));
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ['country:US|', 'country:US |'],
  ['country:US| type:isp', 'country:US |type:isp'],
  ['country:US|,GB', 'country:US|,GB'],
  ['country:|', 'country:|'],
  ['country:US |', 'country:US |'],
  ['|', '|'],
])('after a completed term, %s becomes %s', (typed, shown) => {
  expect(edit(endTerm, typed)).toBe(shown);
});

test.each([
  ['country:US ,|', 'country:US,|'],
  ['country:US ,| type:isp', 'country:US,| type:isp'],
  ['city:"New York" ,|', 'city:"New York",|'],
  ['hudson ,|', 'hudson ,|'],
  ['country:US,|', 'country:US,|'],
  [' ,|', ' ,|'],
])('a comma after a space continues the values: %s becomes %s', (typed, shown) => {
  expect(edit(joinComma, typed)).toBe(shown);
});
