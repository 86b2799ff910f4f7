import { expect, test } from 'vitest';
import {
  chooseTarget,
  labelAction,
  targetOfAll,
  targetOfUser,
  userOf,
  type TargetSources,
} from '../../../src/renderer/account/action-target.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { TestRunSummary } from '../../../src/shared/test-run.ts';

const selected = { proxies: { kind: 'ids', ids: ['a', 'b'] }, count: 2 } as const;
const run = { id: 3, state: 'finished', proxyUserId: null } as TestRunSummary; // nothing else is read

/** All sources empty but those given. */
function sourcesWith(text: string, others: Partial<TargetSources> = {}): TargetSources {
  return {
    selectedProxies: null,
    selectedServices: null,
    currentUser: null,
    failedRun: null,
    filter: { text, parsed: parseQuery(text, 'proxies'), count: 12 },
    total: 250,
    ...others,
  };
}

test('a selection comes first, for the user of the filter', () => {
  expect(chooseTarget(sourcesWith('user:alice', { selectedProxies: selected }))).toMatchObject({
    kind: 'proxies',
    title: 'Selection',
    proxies: selected.proxies,
    count: 2,
    userId: 'alice',
  });
});

test('a selection can be used while the filter is invalid', () => {
  expect(chooseTarget(sourcesWith('banana:3', { selectedProxies: selected }))).toMatchObject({
    count: 2,
    userId: null,
  });
  expect(chooseTarget(sourcesWith('banana:3'))).toEqual({ kind: 'invalid' });
});

test('the rows of the view come before the filter', () => {
  expect(
    chooseTarget(sourcesWith('type:isp', { selectedServices: { ids: ['s'], count: 1 } })),
  ).toEqual({ kind: 'services', ids: ['s'], count: 1 });
  expect(
    chooseTarget(sourcesWith('user:bob', { currentUser: { id: 'alice', count: 4 } })),
  ).toMatchObject({ proxies: { where: 'user:alice' }, count: 4, userId: 'alice' });
  expect(chooseTarget(sourcesWith('type:isp', { failedRun: run }))).toEqual({
    kind: 'failed',
    run,
  });
});

test('without rows the filter decides, and without a filter it is everything', () => {
  expect(chooseTarget(sourcesWith('user:alice online:yes'))).toMatchObject({
    proxies: { kind: 'query', where: 'user:alice online:yes' },
    count: 12,
    userId: 'alice',
  });
  expect(chooseTarget(sourcesWith(''))).toMatchObject({
    title: 'All proxies',
    proxies: { kind: 'query', where: '' },
    count: 250,
    userId: null,
  });
});

test.each([
  ['user:alice', 'alice'],
  ['online:yes user:alice', 'alice'],
  ['user:alice,bob', null],
  ['user:alice user:bob', null],
  ['-user:alice', null],
  ['user:*', null],
  ['alice', null],
  ['user:alice banana:3', null],
])('the proxy user of the filter "%s" is %s', (text, user) => {
  expect(userOf(parseQuery(text, 'proxies'))).toBe(user);
});

test('an action names its count and its user as far as they are known', () => {
  expect(labelAction('Export', targetOfUser('alice', 1204))).toBe('Export 1,204 for alice');
  expect(labelAction('Export', targetOfUser('alice', null))).toBe('Export for alice');
  expect(labelAction('Test', targetOfAll(250))).toBe('Test 250');
  expect(labelAction('Test', null)).toBe('Test');
});
