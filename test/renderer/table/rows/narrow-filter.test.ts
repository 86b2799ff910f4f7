import { describe, expect, it } from 'vitest';
import { leaveOut, narrowTo, withKey, withoutKey } from '../../../../src/renderer/table/rows/narrow-filter.ts';

describe('filtering by the value of a cell', () => {
  it('replaces what was asked of the key, and keeps the rest as it was typed', () => {
    expect(narrowTo('country:US,GB  type:isp -country:FR "new york"', 'proxies', { key: 'country', value: 'US' })).toBe(
      'type:isp -country:FR "new york" country:US',
    );
  });

  it('quotes a value that has blanks, and asks for the whole name where it is one', () => {
    expect(narrowTo('', 'proxies', { key: 'city', value: 'New York', isExact: true })).toBe('city:="New York"');
  });

  it('excludes a value and keeps the other terms', () => {
    expect(leaveOut('type:isp', 'proxies', { key: 'port', value: '8000' })).toBe('type:isp -port:8000');
  });

  it('takes the place of a text that makes no sense', () => {
    expect(narrowTo('contry:US', 'proxies', { key: 'type', value: 'isp' })).toBe('type:isp');
    expect(leaveOut('"open', 'proxies', { key: 'type', value: 'isp' })).toBe('-type:isp');
  });

  it('tells the terms of a key from the others', () => {
    const text = 'expires:2026-10 -expires:2026-11 type:isp expires:<2027';
    expect(withKey(text, 'services', 'expires')).toEqual(['expires:2026-10', 'expires:<2027']);
    expect(withoutKey(text, 'services', 'expires')).toEqual(['-expires:2026-11', 'type:isp']);
    expect(withKey('expires:never', 'services', 'expires')).toEqual([]);
  });
});
