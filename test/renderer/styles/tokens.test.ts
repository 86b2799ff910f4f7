import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tagColours } from '../../../src/shared/tag.ts';

const css = readFileSync(
  new URL('../../../src/renderer/styles/tokens.css', import.meta.url),
  'utf8',
);

/** A token in the light and in the dark theme. */
function token(name: string): readonly string[] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!found) throw new Error(`There is no token ${name}.`);
  return found.slice(1);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(tagColours)('text in %s can be read in both themes (AA)', (colour) => {
  const washes = token(`tag-${colour}-wash`);
  const ratios = token(`tag-${colour}`).map((text, theme) => {
    const [one, other] = [luminance(text), luminance(washes[theme] ?? '')];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
});
