import { expect, test } from 'vitest';
import { memoizeLast } from '../../../src/main/exports/format.ts';

test('the function runs again only for another text', () => {
  const worked: string[] = [];
  const measure = memoizeLast((text) => {
    worked.push(text);
    return text === '' ? undefined : text.length;
  });
  expect(['', '', 'ab', 'ab', 'abc', 'ab', ''].map(measure)).toEqual([undefined, undefined, 2, 2, 3, 2, undefined]);
  expect(worked).toEqual(['', 'ab', 'abc', 'ab', '']);
});
