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

test('the user name says which rule, and the token lets the client in', () => {
  expect(logIn(rules, { username: 'us-isp', password: usIsp.token })).toEqual({
    rule: usIsp.rule,
    session: null,
  });
  expect(logIn(rules, { username: 'us', password: us.token })).toEqual({
    rule: us.rule,
    session: null,
  });
});

test('a session name follows the name of the rule', () => {
  expect(logIn(rules, { username: 'us-session-cart-7', password: us.token })).toEqual({
    rule: us.rule,
    session: 'cart-7',
  });
});

test('the token of another rule is wrong', () => {
  expect(logIn(rules, { username: 'us', password: usIsp.token })).toEqual({
    refusal: 'wrong-token',
  });
  expect(logIn(rules, { username: 'us', password: '' })).toEqual({ refusal: 'wrong-token' });
  expect(logIn(rules, { username: 'nobody', password: us.token })).toEqual({
    refusal: 'wrong-token',
  });
});

test('without a login only a rule without token is open', () => {
  expect(logIn(rules, null)).toEqual({ refusal: 'no-token' });
  expect(logIn([us, open], null)).toEqual({ rule: open.rule, session: null });
  expect(logIn([us, open], { username: 'open-session-a', password: 'anything' })).toEqual({
    rule: open.rule,
    session: 'a',
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
