import { expect, test } from 'vitest';
import { completeTemplate } from '../../../src/shared/exports/template-completion.ts';
import { parseTemplate } from '../../../src/shared/exports/template.ts';

/** What the first suggestion makes of a text; | marks the caret. */
function takeFirst(marked: string): string | undefined {
  const caret = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const { start, end, suggestions } = completeTemplate(text, caret);
  const [first] = suggestions;
  return first && text.slice(0, start) + first.insert + text.slice(end);
}

test.each([
  ['{¦', '{host}'],
  ['{host}:{po¦', '{host}:{port}'],
  ['{cou¦}', '{country}'],
  ['{host} {ta¦', '{host} {tag}'],
  ['{country|u¦}', '{country|url}'],
  ['{index|p¦}', '{index|pad:3}'],
  ['{host|url|ba¦}', '{host|url|base64}'],
  ['{{{ho¦', '{{{host}'],
  ['{ho¦st', '{host}'],
])('%s becomes %s', (marked, taken) => {
  expect(takeFirst(marked)).toBe(taken);
  expect(parseTemplate(taken).ok).toBe(true);
});

test.each(['¦', 'text¦', '{host}¦', '{{ho¦', '{host} ¦', '{nothing¦', '{host}{{¦'])(
  '%s has no suggestion',
  (marked) => {
    expect(takeFirst(marked)).toBeUndefined();
  },
);
