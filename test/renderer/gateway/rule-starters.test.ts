import { expect, test } from 'vitest';
import { ruleStarters } from '../../../src/renderer/gateway/rule-starters.ts';
import { ruleNamePattern } from '../../../src/shared/gateway/gateway.ts';

test('the rules to begin with are on the free port, with names that a rule can have', () => {
  const starters = ruleStarters(24_003, 'DE');
  expect(starters.map(({ title, rule: { name, where, rotation } }) => [title, name, where, rotation.kind])).toEqual([
    ['All that work', 'all', '', 'request'],
    ['One country', 'de', 'country:DE', 'request'],
    ['One session per name', 'sticky', '', 'sticky'],
  ]);
  for (const { rule } of starters) {
    expect(rule.name).toMatch(ruleNamePattern);
    expect([rule.port, rule.isOn, rule.needsToken, rule.skipsFailed, rule.skipsOffline]).toEqual([
      24_003,
      true,
      true,
      true,
      true,
    ]);
  }
  expect(starters.map(({ username }) => username)).toEqual(['all', 'de', 'sticky-session-alice']);
});

test('no rule to begin with is for one country if no proxy has one', () => {
  expect(ruleStarters(24_000, null).map(({ title }) => title)).toEqual(['All that work', 'One session per name']);
});
