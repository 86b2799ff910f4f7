import { describe, expect, it } from 'vitest';
import { waitsFor } from '../../../src/shared/filter/query-edit.ts';

/** The caret is at the bar. */
const isWaiting = (marked: string): boolean =>
  waitsFor(marked.replace('|', ''), marked.indexOf('|'), 'proxies') === 'text';

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

  it('is unfinished while its flag, date, number or block is the beginning of a valid one', () => {
    const flags = ['online:y|', 'online:no,t|', '-online:FA|', 'last:wo|'];
    const dates = ['failed:<2|', 'failed:<24m|', 'updated:>2026-1|', 'tested:2026-01..2026-0|'];
    for (const text of [...flags, ...dates, 'port:8000.|', 'ip:203.0.113.0/|', 'ip6:2001:db8::/|']) {
      expect([text, isWaiting(text)]).toEqual([text, true]);
    }
    const valid = ['online:yes|', 'online:0|', 'failed:<24h|', 'updated:>2026|', 'port:8000..|'];
    const wrong = ['online:maybe|', 'failed:<soon|', 'port:x.|', 'ip:no/|'];
    for (const text of [...valid, ...wrong, 'ip:203.0.113.0/2|']) {
      expect([text, isWaiting(text)]).toEqual([text, false]);
    }
  });

  it('waits for suggestions if its value is a code, which only they can complete', () => {
    const isAwaiting = (marked: string): boolean =>
      waitsFor(marked.replace('|', ''), marked.indexOf('|'), 'proxies') === 'suggestions';
    for (const text of ['type:i|', 'country:US,g|', '-tag:b|', 'type:i| online:yes']) {
      expect([text, isAwaiting(text)]).toEqual([text, true]);
    }
    for (const text of ['|', 'type|', 'type:isp |', 'city:new|', 'port:80|', 'banana:i|']) {
      expect([text, isAwaiting(text)]).toEqual([text, false]);
    }
    expect(isAwaiting('banana:3 type:i|')).toBe(false);
  });

  it('does not wait if a term before it is wrong', () => {
    expect(isWaiting('banana:3 cou|')).toBe(false);
  });
});
