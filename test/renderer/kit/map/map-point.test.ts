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

  it('has land that is small, within the latitudes, and never jumps across the map', () => {
    expect(landPath.length).toBeLessThan(60_000);
    const rings = landPath.split('M').slice(1);
    expect(rings.length).toBeGreaterThan(80);
    for (const ring of rings) {
      const points = ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(' ').map(Number));
      points.forEach(([x = NaN, y = NaN], at) => {
        expect(isPlace(-y, 0)).toBe(true);
        const [beforeX = x] = points[at - 1] ?? [];
        expect(Math.abs(x - beforeX)).toBeLessThan(180);
      });
    }
    expect(isPlace(91, 0)).toBe(false);
  });
});
