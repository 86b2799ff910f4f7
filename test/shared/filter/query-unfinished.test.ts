import { describe, expect, it } from 'vitest';
import { isUnfinished } from '../../../src/shared/filter/query-unfinished.ts';

/** The caret is at the bar. */
const isWaiting = (marked: string): boolean =>
  isUnfinished(marked.replace('|', ''), marked.indexOf('|'), 'proxies');

describe('a term at the caret', () => {
  it('is unfinished while it may become a key, or lacks its value or closing quote', () => {
    const unfinished = ['c|', 'type:isp COUN|', 'country:|', 'country:US,|', 'latency:<|', '-|'];
    for (const text of [...unfinished, 'city:"New|', '"new yo|', 'country:| type:isp']) {
      expect([text, isWaiting(text)]).toEqual([text, true]);
    }
  });

  it('is finished as a word, as a value, and once the caret has left it', () => {
    for (const text of ['|', 'hudson|', 'country:D|', 'c |', 'latency:<5|', 'banana:|', '203.0|']) {
      expect([text, isWaiting(text)]).toEqual([text, false]);
    }
  });

  it('does not wait if a term before it is wrong', () => {
    expect(isWaiting('banana:3 cou|')).toBe(false);
  });
});
