import { expect, test } from 'vitest';
import { layTracks } from '../../../../src/renderer/table/columns/tracks.ts';

const dot = { widthRem: 2, variant: 'dot' } as const;
const name = { widthRem: 10, grow: 1 };
const value = { widthRem: 8 };

test('a column has the width that it is declared with or that the user gave it, and one that grows takes what is left', () => {
  expect(layTracks([dot, name, value], 1000, true).template).toBe(
    '30px 2rem minmax(10rem, 1fr) 8rem minmax(30px, auto)',
  );
  expect(layTracks([dot, { ...name, widthPx: 90 }, value], 1000, true).template).toBe(
    '30px 2rem 90px 8rem minmax(30px, auto)',
  );
});

test('the ticks, the dot and the name stay, as long as they leave half of the table to the others', () => {
  expect(layTracks([dot, name, value], 444, true).lefts).toEqual(['calc(30px)', 'calc(30px + 2rem)']);
  expect(layTracks([dot, name, value], 443, true)).toMatchObject({ lefts: [], stayingWidth: '0px' });
  expect(layTracks([dot, { ...name, widthPx: 700 }, value], 1000, true).lefts).toEqual([]);
  expect(layTracks([name, value], 444, false).lefts).toEqual(['0px']);
});
