import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/shared/query.ts';
import { highlightQuery, type QuerySegment } from '../../../src/renderer/filter/highlight-query.ts';

function segments(text: string): QuerySegment[] {
  const parsed = parseQuery(text, 'proxies');
  return highlightQuery(text, parsed.ok ? null : parsed.problem);
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
