import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  describeTargeting,
  findMark,
  keyOfTargeting,
  readUserParts,
  targetingKeys,
} from '../../../src/shared/gateway/targeting.ts';

test('the keys are those of the filter language whose values are few', () => {
  expect(targetingKeys).toEqual(
    expect.arrayContaining(['country', 'city', 'subdivision', 'network', 'asn', 'type', 'service']),
  );
  // The page names each of them.
  const page = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8');
  for (const key of targetingKeys) expect(page).toContain(`\`${key}\``);
  for (const key of ['ip', 'port', 'note', 'latency', 'user']) expect(targetingKeys).not.toContain(key);
});

test.each([
  ['', '', null],
  ['-country-de', 'country:de', null],
  ['-country-DE-city-berlin-session-a1', 'country:DE, city:berlin', 'a1'],
  ['-Country-de-CITY-Berlin-Session-A1', 'country:de, city:Berlin', 'A1'],
  ['-city-new-york-type-isp', 'city:new-york, type:isp', null],
  ['-session-cart-7', '', 'cart-7'],
  // A part after the session would otherwise be ignored.
  ['-session-cart-7-country-de', 'country:de', 'cart-7'],
  ['-asn-7922-network-hudson-fiber', 'asn:7922, network:hudson-fiber', null],
])('%j is the targeting %j and the session %j', (text, targeting, session) => {
  const parts = readUserParts(text);
  expect(parts).toMatchObject({ session });
  expect('targeting' in parts && describeTargeting(parts.targeting)).toBe(targeting);
});

test.each([
  ['-county-de', 'county-de'],
  ['-de', 'de'],
  ['-country', 'country'],
  ['-country-', 'country-'],
  ['-country--session-a', 'country-'],
  ['-country-session-a', 'country-'],
  ['-foo-country-de', 'foo'],
  ['-session-a-session-b', 'session-b'],
  ['-session-', 'session-'],
  [`-${'x'.repeat(300)}`, 'x'.repeat(60)],
])('the part of %j that cannot be read is %j', (text, unknown) => {
  expect(readUserParts(text)).toEqual({ unknown });
});

test('spellings of one value are one targeting, in any order', () => {
  const keyOf = (text: string): string => {
    const parts = readUserParts(text);
    return 'targeting' in parts ? keyOfTargeting(parts.targeting) : '';
  };
  const first = keyOf('-country-br-city-sao-paulo');
  for (const text of ['-city-São Paulo-country-BR', '-city-saopaulo-country-br', '-country-br-city-SAO_PAULO']) {
    expect(keyOf(text)).toBe(first);
  }
  expect(keyOf('-country-br-city-recife')).not.toBe(first);
});

test.each([
  ['us-country-de', '-country'],
  ['a-Type-b', '-Type'],
  // A value would follow.
  ['us-city', '-city'],
  ['country-de', undefined],
  ['us-isp', undefined],
])('the name %j has the mark %j', (name, mark) => {
  expect(findMark(name)).toBe(mark);
});
