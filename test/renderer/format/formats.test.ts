import { describe, expect, it } from 'vitest';
import { countOf, formatBytes, formatCount, formatPercent } from '../../../src/renderer/format/format-number.ts';
import {
  describeLocalTime,
  formatAge,
  formatLocalTime,
  formatServiceTime,
} from '../../../src/renderer/format/format-time.ts';
import { labelCode } from '../../../src/renderer/format/format-field.ts';

describe('numbers in words', () => {
  it('groups thousands and knows one from many', () => {
    expect(formatCount(12480)).toBe('12,480');
    expect(countOf(1, 'proxy', 'proxies')).toBe('1 proxy');
    expect(countOf(2, 'service')).toBe('2 services');
  });

  it('rounds bytes to what matters', () => {
    expect([0, 999, 1000, 4_123_456, 312_000_000].map(formatBytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '4.1 MB',
      '312 MB',
    ]);
  });

  it('says a hundred percent only of a clean record', () => {
    expect(formatPercent(9999, 10_000)).toBe('99.9%');
    expect(formatPercent(10, 10)).toBe('100%');
    expect(formatPercent(0, 0)).toBeNull();
  });
});

describe('times in words', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it('counts in the largest whole unit', () => {
    expect(formatAge('2026-11-21T11:59:30Z', now)).toBe('just now');
    expect(formatAge('2026-11-21T11:58:00Z', now)).toBe('2 minutes ago');
    expect(formatAge('2026-11-21T11:00:00Z', now)).toBe('1 hour ago');
    expect(formatAge('2026-11-18T12:00:00Z', now)).toBe('3 days ago');
    expect(formatAge(now - 11 * 60_000, now, 'short')).toBe('11 min ago');
    expect(formatAge(now - 7_200_000, now, 'short')).toBe('2 hr ago');
  });

  it('takes a clock that was set back for now', () => {
    expect(formatAge('2026-11-21T12:05:00Z', now)).toBe('just now');
  });

  it('has one form for times of the service and of this computer, and shows an unusual one as received', () => {
    expect(formatServiceTime('2026-10-01 08:30:15')).toBe('1 Oct 2026, 08:30');
    expect(formatServiceTime('2026-10-01')).toBe('1 Oct 2026');
    for (const odd of ['soon', '2026-13-01', '2026-10-01 8:30', '2026-10-01 08:30:15.5']) {
      expect(formatServiceTime(odd)).toBe(odd);
    }
    expect(formatLocalTime(new Date(2026, 9, 1, 8, 5, 15).getTime())).toBe('1 Oct 2026, 08:05');
    expect(formatLocalTime('soon')).toBe('soon');
  });

  it('tells the exact time and its zone of a moment of this computer', () => {
    expect(describeLocalTime(new Date(2026, 9, 1, 8, 5, 15).getTime())).toMatch(
      /^Thursday,? 1 October 2026 at 08:05:15 \S+/,
    );
  });
});

describe('codes in words', () => {
  it('reads known and unknown codes', () => {
    expect(['in_use', 'isp', 'ipv6', 'brand_new'].map(labelCode)).toEqual(['In use', 'ISP', 'IPv6', 'Brand new']);
  });

  it('leaves other texts alone', () => {
    expect(labelCode('Odd Value!')).toBe('Odd Value!');
    expect(labelCode('constructor')).toBe('Constructor');
  });
});
