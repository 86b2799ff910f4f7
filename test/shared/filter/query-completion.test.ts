import { expect, test } from 'vitest';
import { findTyped } from '../../../src/shared/filter/query-edit.ts';
import { completeQuery, type Completion } from '../../../src/shared/filter/query-completion.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { FacetValue, Query } from '../../../src/shared/filter/query-term.ts';

/** `|` is the caret. */
function split(marked: string): [text: string, caret: number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

test.each([
  ['|', null, '', ''],
  ['cou|', null, 'cou', 'cou'],
  ['-cou|', null, 'cou', 'cou'],
  ['type:isp |', null, '', ''],
  ['type:isp cou| online:yes', null, 'cou', 'cou'],
  ['cou|ntry:US', null, 'cou', 'country:'],
  ['country:|', 'country', '', ''],
  ['-COUNTRY:u|', 'country', 'u', 'u'],
  ['country:US,G|', 'country', 'G', 'G'],
  ['country:U|S,GB', 'country', 'U', 'US'],
  ['city:"new yo|', 'city', 'new yo', '"new yo'],
  ['city:="new y|ork" type:isp', 'city', 'new y', '="new york"'],
  ['city:"a,b",c|', 'city', 'c', 'c'],
  ['"new y|', null, 'new y', '"new y'],
  ['city:"say \\"h|', 'city', 'say "h', '"say \\"h'],
])('at %s what is typed is found', (marked, key, typed, replaced) => {
  const [text, caret] = split(marked);
  const part = findTyped(text, caret);
  expect([part.key, part.typed, text.slice(part.start, part.end)]).toEqual([key, typed, replaced]);
});

const values: { readonly [key: string]: readonly FacetValue[] } = {
  country: [
    { value: 'US', label: 'United States', count: 30 },
    { value: 'GB', label: 'United Kingdom', count: 20 },
    { value: 'DE', label: 'Germany', count: 10 },
  ],
  city: [
    { value: 'New York', label: 'New York', count: 9 },
    { value: 'York', label: 'York', count: 3 },
  ],
  service: [{ value: 'svc-1', label: 'ISP "New" York', count: 4 }],
};

function complete(marked: string, onWithin?: (within: Query) => void): Completion {
  const [text, caret] = split(marked);
  return completeQuery({ list: 'proxies', text, caret }, (key, within) => {
    onWithin?.(within);
    return values[key] ?? [];
  });
}
const inserts = (marked: string): string[] => complete(marked).suggestions.map(({ insert }) => insert);

test('keys are offered by their beginning, values by any part, the best first', () => {
  expect(inserts('cou|')).toEqual(['country:']);
  expect(inserts('|')).toContain('latency:');
  expect(inserts('country:|')).toEqual(['US', 'GB', 'DE']);
  expect(inserts('country:united|')).toEqual(['US', 'GB']);
  expect(inserts('country:US,g|')).toEqual(['GB', 'DE']);
  expect(inserts('city:york|')).toEqual(['=York', '="New York"']);
  expect(inserts('service:new|')).toEqual(['svc-1']);
  expect(inserts('updated:<|')).toEqual(['<1d', '<7d']);
  expect(inserts('nonsense:x|')).toEqual([]);
  expect(inserts('constructor:x|')).toEqual([]);
});

test('a bare word is offered the values that have it, with their keys', () => {
  expect(inserts('york|')).toEqual(['city:="New York"', 'service:svc-1', 'city:=York']);
  expect(inserts('-united|')).toEqual(['country:US', 'country:GB']);
  expect(inserts('y|')).toEqual([]);
});

test('values that the filter already has are not offered again', () => {
  expect(inserts('country:US|')).toEqual([]);
  expect(inserts('city:=York|')).toEqual(['="New York"']);
});

test('a code that is only the beginning of values waits for one of them', () => {
  const isBeginning = (marked: string): boolean | undefined => complete(marked).isBeginning;
  for (const text of ['country:u|', 'country:U|', 'country:germ|', 'country:US,g|']) {
    expect([text, isBeginning(text)]).toEqual([text, true]);
  }
  for (const text of ['country:us|', 'country:germany|', 'country:x|', 'city:new|', 'cou|']) {
    expect([text, isBeginning(text)]).toEqual([text, false]);
  }
});

test('the first value of a key is selected before anything is typed, but no key is', () => {
  const isSelected = (marked: string): boolean | undefined => complete(marked).isFirstPreselected;
  expect(isSelected('country:|')).toBe(true);
  expect(isSelected('country:US,|')).toBe(true);
  expect(isSelected('|')).toBe(false);
  expect(isSelected('country:US |')).toBe(false);
});

test('a complete code or ID ends the suggestions, also where another name contains it', () => {
  const countries = [
    { value: 'US', label: 'United States', count: 84 },
    { value: 'AU', label: 'Australia', count: 6 },
  ];
  const offered = (marked: string): Completion => {
    const [text, caret] = split(marked);
    return completeQuery({ list: 'proxies', text, caret }, () => countries);
  };
  for (const text of ['country:US|', 'country:us|', 'country:DE,US|', 'type:isp country:US|']) {
    expect([text, offered(text).suggestions]).toEqual([text, []]);
  }
  expect(offered('country:u|').suggestions.map(({ insert }) => insert)).toEqual(['US', 'AU']);
});

test('a suggestion is the only continuation if no other begins with the typed text, and what was typed is no value', () => {
  const isOnly = (marked: string): boolean | undefined => complete(marked).isFirstOnlyContinuation;
  for (const text of ['cou|', 'country:ger|', 'country:US,ge|', 'city:yo|', 'city:"new|', 'germ|', 'service:isp|']) {
    expect([text, isOnly(text)]).toEqual([text, true]);
  }
  for (const text of [
    '|',
    'country:|',
    'country:uni|',
    'country:US|',
    'country:germany|',
    'city:york|',
    'c|',
    'york|',
  ]) {
    expect([text, isOnly(text)]).toEqual([text, false]);
  }
});

test('values are counted within the other terms, wherever the caret stands', () => {
  const seen: string[][] = [];
  const note = (within: Query): void => {
    seen.push(within.terms.map(({ key }) => key ?? ''));
  };
  complete('type:isp country:US,| online:yes', note);
  complete('type:isp country:US,G|,DE "open', note);
  expect(seen).toEqual([['type', 'online'], ['type']]);
});

test('whatever is typed, a suggestion put in its place leaves a text that parses', () => {
  for (const marked of ['cit|', '-country:|', 'type:isp country:U|,GB', 'city:"new|', 'york|']) {
    const [text] = split(marked);
    const { start, end, suggestions } = complete(marked);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { insert } of suggestions) {
      const value = insert.endsWith(':') ? `${insert}x` : insert;
      const taken = text.slice(0, start) + value + text.slice(end);
      expect(parseQuery(taken, 'proxies'), taken).toMatchObject({ ok: true });
    }
  }
});
