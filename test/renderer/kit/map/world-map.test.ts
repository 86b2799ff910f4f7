import { worldMap } from 'virtual:world-map';
import { describe, expect, it } from 'vitest';

describe('the map of the world', () => {
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
    const numbers = (germany?.path.match(/-?\d+/g) ?? []).map(Number);
    expect((numbers[0] ?? 0) * step).toBeLessThan(width);
  });
});
