import { expect, test } from 'vitest';
import { logIn, readBasic } from '../../../src/main/gateway/client-login.ts';
import { defaultRule } from '../../../src/shared/gateway/gateway.ts';

const ruleNamed = (name: string, id: number, needsToken = true) => ({
  rule: { ...defaultRule, id, name, needsToken },
  token: `token of ${name}`,
});
const us = ruleNamed('us', 1);
const open = ruleNamed('open', 2, false);
const usIsp = ruleNamed('us-isp', 3);
const rules = [us, usIsp];
const plain = { session: null, targeting: [] };

test('the user name says which rule, and the token lets the client in', () => {
  expect(logIn(rules, { username: 'us-isp', password: usIsp.token })).toEqual({ rule: usIsp.rule, ...plain });
  expect(logIn(rules, { username: 'us', password: us.token })).toEqual({ rule: us.rule, ...plain });
});

test('a session name follows the name of the rule', () => {
  expect(logIn(rules, { username: 'us-session-cart-7', password: us.token })).toEqual({
    rule: us.rule,
    session: 'cart-7',
    targeting: [],
  });
});

test('what follows the name narrows the rule, also before or after a session', () => {
  const germany = [{ key: 'country', text: 'de' }];
  for (const username of ['us-isp-country-de-session-a', 'us-isp-session-a-country-de']) {
    expect(logIn(rules, { username, password: usIsp.token })).toEqual({
      rule: usIsp.rule,
      session: 'a',
      targeting: germany,
    });
  }
});

test('a part that cannot be read is said to clients with the token only', () => {
  const refused = { refusal: 'unknown-part', detail: 'county-de' };
  expect(logIn(rules, { username: 'us-county-de', password: us.token })).toEqual(refused);
  expect(logIn(rules, { username: 'us-county-de', password: 'wrong' })).toEqual({ refusal: 'wrong-token' });
  expect(logIn([open], { username: 'open-county-de', password: '' })).toEqual(refused);
});

test('the longest name of a rule counts, also one that contains a key', () => {
  const long = ruleNamed('us-country-de', 4);
  const named = [us, long, usIsp];
  const password = long.token;
  expect(logIn(named, { username: 'us-country-de', password })).toEqual({ rule: long.rule, ...plain });
  expect(logIn(named, { username: 'us-country-de-session-a', password })).toMatchObject({ rule: long.rule });
  expect(logIn(named, { username: 'us-country-fr', password: us.token })).toMatchObject({ rule: us.rule });
  const ending = ruleNamed('us-city', 5);
  expect(logIn([us, ending], { username: 'us-city-berlin', password: us.token })).toMatchObject({
    rule: us.rule,
    targeting: [{ key: 'city', text: 'berlin' }],
  });
});

test('the token of another rule is wrong', () => {
  expect(logIn(rules, { username: 'us', password: usIsp.token })).toEqual({ refusal: 'wrong-token' });
  expect(logIn(rules, { username: 'us', password: '' })).toEqual({ refusal: 'wrong-token' });
  expect(logIn(rules, { username: 'nobody', password: us.token })).toEqual({ refusal: 'wrong-token' });
});

test('without a login only a rule without token is open', () => {
  expect(logIn(rules, null)).toEqual({ refusal: 'no-token' });
  expect(logIn([us, open], null)).toEqual({ rule: open.rule, ...plain });
  expect(logIn([us, open], { username: 'open-session-a', password: 'anything' })).toEqual({
    rule: open.rule,
    session: 'a',
    targeting: [],
  });
  expect(logIn([], null)).toEqual({ refusal: 'no-token' });
});

test.each([
  [`Basic ${Buffer.from('us:to:ken').toString('base64')}`, { username: 'us', password: 'to:ken' }],
  [`basic  ${Buffer.from('us:').toString('base64')}`, { username: 'us', password: '' }],
  ['Basic !!!', null],
  [`Basic ${Buffer.from('without colon').toString('base64')}`, null],
  ['Bearer abc', null],
  [undefined, null],
])('%s is read as %o', (header, login) => {
  expect(readBasic(header)).toEqual(login);
});
