import { worldMap } from 'virtual:world-map';
import { describe, expect, it } from 'vitest';
import { describePoint, isPlace, pointOf } from '../../../../src/renderer/kit/map/map-point.ts';

describe('the map of the world', () => {
  it('puts a place where the projection that drew the countries puts it', () => {
    // As d3-geo computes them for a width of 960.
    for (const [latitude, longitude, x, y] of [
      [40.71, -74.01, 279.98, 94.05],
      [-33.9, 18.4, 498.11, 351.6],
      [66.1, -169.7, 818.21, 27.04],
      [0, 179.9, 930.4, 233.62],
      [0, -179.9, 930.93, 233.62],
    ] as const) {
      const point = pointOf(latitude, longitude);
      expect(point.x).toBeCloseTo(x, 1);
      expect(point.y).toBeCloseTo(y, 1);
    }
  });

  it('says a place in words', () => {
    expect(describePoint(40.7128, -74.006)).toBe('40.71° north, 74.01° west');
    expect(describePoint(-33.9, 18.4)).toBe('33.9° south, 18.4° east');
    expect(isPlace(91, 0)).toBe(false);
  });

  it('has each country once, with a shape or a circle at its place, and is small', () => {
    const { countries, width, height, step } = worldMap;
    expect(JSON.stringify(countries).length).toBeLessThan(80_000);
    const codes = countries.flatMap(({ code }) => code ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(['US', 'DE', 'AU', 'SG', 'HK', 'MT', 'TW', 'XK']));
    for (const { path, isSmall, x, y } of countries) {
      expect(path !== '' || isSmall).toBe(true);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(height);
    }
    const germany = countries.find(({ code }) => code === 'DE');
    const berlin = pointOf(52.5, 13.4);
    expect(Math.hypot((germany?.x ?? 0) - berlin.x, (germany?.y ?? 0) - berlin.y)).toBeLessThan(15);
    const numbers = (germany?.path.match(/-?\d+/g) ?? []).map(Number);
    expect((numbers[0] ?? 0) * step).toBeLessThan(width);
  });
});
