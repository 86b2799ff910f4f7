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
  let state = 11;
  for (let index = 0; index < count; index += 1) {
    let text = 'x';
    const length = 1 + (index % 4);
    for (let step = 0; step < length; step += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      text += pieces[state % pieces.length] ?? '';
    }
    yield text;
  }
}
