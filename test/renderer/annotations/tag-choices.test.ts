import { expect, it } from 'vitest';
import { changeOf, knownName, tagChoices } from '../../../src/renderer/annotations/tag-choices.ts';
import type { Tag } from '../../../src/shared/tag.ts';

const tag = (id: number, name: string): Tag => ({ id, name, color: 'blue', proxyCount: 0, serviceCount: 0 });
const known = [tag(1, 'all'), tag(2, 'none'), tag(3, 'some')];
const present = {
  rowCount: 3,
  tags: [
    { name: 'all', color: 'blue', count: 3 },
    { name: 'some', color: 'blue', count: 1 },
  ],
} as const;

it('shows what the rows have of each tag, and then what was ticked', () => {
  const states = (wanted: [string, boolean][]): string[] =>
    tagChoices(known, present, new Map(wanted)).map(({ name, state }) => `${name}: ${state}`);
  expect(states([])).toEqual(['all: all', 'none: none', 'some: some']);
  expect(
    states([
      ['all', false],
      ['some', true],
      ['new', true],
    ]),
  ).toEqual(['all: none', 'none: none', 'some: all', 'new: all']);
});

it('asks only for what was ticked or unticked', () => {
  expect(
    changeOf(
      new Map([
        ['a', true],
        ['b', false],
      ]),
    ),
  ).toEqual({ add: ['a'], remove: ['b'] });
});

it('takes a name as it is known, or as it is typed without spaces around', () => {
  expect(knownName(known, ' SOME ')).toBe('some');
  expect(knownName(known, ' So  me ')).toBe('So me');
});
