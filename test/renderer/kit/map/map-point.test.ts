import { landPath } from 'virtual:world-outline';
import { describe, expect, it } from 'vitest';
import { describePoint, isPlace, pointOf } from '../../../../src/renderer/kit/map/map-point.ts';

describe('the map of the world', () => {
  it('puts the east at the right and the south at the bottom', () => {
    expect(pointOf(40.71, -74.01)).toEqual({ x: -74.01, y: -40.71 });
    expect(Object.is(pointOf(0, 0).y, 0)).toBe(true);
  });

  it('says a place in words', () => {
    expect(describePoint(40.7128, -74.006)).toBe('40.71° north, 74.01° west');
    expect(describePoint(-33.9, 18.4)).toBe('33.9° south, 18.4° east');
  });

  it('is small, and every point of it is a place', () => {
    expect(landPath.length).toBeLessThan(40_000);
    const numbers = landPath.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
    expect(numbers.length).toBeGreaterThan(2000);
    for (let at = 0; at < numbers.length; at += 2) {
      expect(isPlace(-(numbers[at + 1] ?? 999), numbers[at] ?? 999)).toBe(true);
    }
    expect(isPlace(91, 0)).toBe(false);
  });
});
