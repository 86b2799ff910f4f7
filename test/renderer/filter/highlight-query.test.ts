import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import { removeTerm, termAt, tokenizeQuery, type QuerySegment } from '../../../src/renderer/filter/highlight-query.ts';

function segments(text: string): QuerySegment[] {
  const parsed = parseQuery(text, 'proxies');
  const tokens = tokenizeQuery(text, parsed.ok ? null : parsed.problem);
  return tokens.flatMap((token) => token.segments);
}

describe('coloring a query', () => {
  it('tells signs, keys and values', () => {
    expect(segments('-country:US lumen').map(({ text, part }) => [part, text])).toEqual([
      ['sign', '-'],
      ['key', 'country:'],
      ['value', 'US'],
      ['plain', ' '],
      ['value', 'lumen'],
    ]);
  });

  it('marks the term that is wrong and no other', () => {
    const wrong = segments('type:isp contry:US').filter((segment) => segment.part === 'wrong');
    expect(wrong.map((segment) => segment.text)).toEqual(['contry:US']);
  });

  it.each(['', '  ', 'a "b c" d', 'name:"open', 'port:8000..8100  x', '-', '2001:db8::1'])(
    'loses no character of %j',
    (text) => {
      expect(
        segments(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    },
  );
});

describe('the tokens of a query', () => {
  it('are its terms and the text between them', () => {
    const text = '-country:US  city:"New York"';
    const tokens = tokenizeQuery(text, null).map(({ start, end, isTerm }) => [text.slice(start, end), isTerm]);
    expect(tokens).toEqual([
      ['-country:US', true],
      ['  ', false],
      ['city:"New York"', true],
    ]);
  });

  it('stay while one of them is unfinished, which is a token itself', () => {
    const partsOf = (text: string): string[] =>
      tokenizeQuery(text, null)
        .filter(({ isTerm }) => isTerm)
        .map(({ segments: [first, ...more] }) => [first, ...more].map((one) => one?.text).join('|'));
    expect(partsOf('type:isp failed: hudson')).toEqual(['type:|isp', 'failed:', 'hudson']);
    expect(partsOf('type:isp -city:"a b","new y')).toEqual(['type:|isp', '-|city:|"a b","new y']);
    expect(partsOf('type:isp -')).toEqual(['type:|isp', '-']);
    expect(partsOf('"a"b x')).toEqual(['"a"b', 'x']);
    expect(termAt('type:isp city:"new', 18)).toMatchObject({ start: 9, end: 18 });
  });

  it('are removed with one of the spaces around them', () => {
    const text = 'a b  c';
    const removeAt = (caret: number) => removeTerm(text, termAt(text, caret) ?? { start: 0, end: 0 });
    expect(removeAt(1)).toEqual({ text: 'b  c', caret: 0 });
    expect(removeAt(3)).toEqual({ text: 'a c', caret: 1 });
    expect(removeAt(6)).toEqual({ text: 'a b', caret: 3 });
    expect(termAt('a b', 0)).toBeUndefined();
  });
});
