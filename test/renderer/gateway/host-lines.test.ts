import { expect, test } from 'vitest';
import { ruleWithout } from '../../../src/renderer/gateway/host-lines.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';
import { ruleSchema } from '../../../src/shared/gateway/gateway-schema.ts';
import { findMark } from '../../../src/shared/gateway/targeting.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';

const rule = {
  ...defaultRule,
  name: 'scraper',
  port: 24_007,
  where: 'country:US',
  lines: '* -> direct',
  needsToken: false,
  allowsPrivate: true,
};

test('a rule without a network has the proxies of the other one but those, and opens nothing', () => {
  const made = ruleWithout('Lakeside Hosting', rule, ['scraper']);
  expect(made).toMatchObject({
    name: 'scraper-without-lakeside-hosting',
    port: 24_007,
    where: 'country:US -network:="Lakeside Hosting"',
    lines: '',
    needsToken: true,
    allowsPrivate: false,
    isShared: false,
  });
  expect(ruleWithout('Lakeside Hosting', rule, [made.name]).name).toBe(`${made.name}-2`);
});

test.each(['City-Fiber of "Some" Place', 'Ünïcode', '-', 'x'.repeat(200), 'a-session-b', 'us -city-'])(
  'the rule without %s has a name and a filter that can be saved',
  (network) => {
    const made = ruleWithout(network, { ...rule, where: '' }, ['scraper', 'scraper-2']);
    expect(ruleSchema.safeParse(made).success).toBe(true);
    expect(findMark(made.name)).toBe(undefined);
    expect(parseQuery(made.where, 'proxies').ok).toBe(true);
  },
);
