import { createRandom } from './random.ts';

/** Made-up passwords of what breaks quoting, one after the other; the same in every run. */
export function* makeHostileTexts(count: number): Generator<string> {
  const pieces = [
    'a',
    '7',
    ':',
    '@',
    '/',
    '\\',
    '"',
    "'",
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '%41',
    '#',
    '?',
    '=',
    ',',
    ';',
    '$(id)',
    '`',
    '[',
    ']',
    'é',
    '😀',
    '\u202e',
    '\ud800',
    'pass',
    '=',
    '\u0085',
    '\u2028',
    '\ufffe',
    '\ufeff',
    '{',
    '}',
    '&',
    '<',
  ];
  const random = createRandom(11);
  for (let index = 0; index < count; index += 1) {
    let text = 'x';
    const length = 1 + (index % 4);
    for (let step = 0; step < length; step += 1) {
      text += pieces[random(pieces.length)] ?? '';
    }
    yield text;
  }
}
