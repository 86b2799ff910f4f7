import { describe, expect, it } from 'vitest';
import { PageCache } from '../../../../src/renderer/table/rows/page-cache.ts';

describe('the page cache', () => {
  it('knows which pages a span of rows still needs', () => {
    const cache = new PageCache<string>(10, 5);
    cache.put(1, ['ten']);
    expect(cache.missing(5, 25)).toEqual([0, 2]);
    expect(cache.missing(5, 5)).toEqual([]);
    expect(cache.row(10)).toBe('ten');
    expect(cache.row(11)).toBeUndefined();
  });

  it('drops the page that was used least recently', () => {
    const cache = new PageCache<number>(1, 2);
    cache.put(0, [0]);
    cache.put(1, [1]);
    cache.missing(0, 1);
    cache.put(2, [2]);
    expect([cache.row(0), cache.row(1), cache.row(2)]).toEqual([0, undefined, 2]);
  });

  it('finds a row among those it has', () => {
    const cache = new PageCache<string>(2, 5);
    cache.put(1, ['c', 'd']);
    expect(cache.find((row) => row === 'd')).toBe(3);
    expect(cache.find((row) => row === 'a')).toBeUndefined();
  });
});
