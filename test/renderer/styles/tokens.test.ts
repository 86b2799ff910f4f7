import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tagColors } from '../../../src/shared/tag.ts';

const css = readFileSync(new URL('../../../src/renderer/styles/tokens.css', import.meta.url), 'utf8');

/** A token in the light and in the dark theme. */
function token(name: string): readonly string[] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!found) throw new Error(`The token ${name} is missing.`);
  return found.slice(1);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The smallest contrast of text on a ground, of both themes. */
function contrast(text: string, ground: string): number {
  const grounds = token(ground);
  const ratios = token(text).map((color, theme) => {
    const [one, other] = [luminance(color), luminance(grounds[theme] ?? '')];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
  return Math.min(...ratios);
}

it.each(tagColors)('text in %s can be read in both themes (AA)', (color) => {
  expect(contrast(`tag-${color}`, `tag-${color}-wash`)).toBeGreaterThanOrEqual(4.5);
});

// A selected row has a tinted background behind every text.
const grounds = ['background', 'panel', 'raised', 'wash'];
it.each([
  ...['text', 'dim', 'accent', 'ok', 'warn', 'bad'].flatMap((text) => grounds.map((ground) => ({ text, ground }))),
  { text: 'warn', ground: 'warn-wash' },
  { text: 'bad', ground: 'bad-wash' },
  { text: 'on-accent', ground: 'accent' },
])('$text on $ground can be read in both themes (AA)', ({ text, ground }) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});
