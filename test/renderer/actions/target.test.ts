import { expect, test } from 'vitest';
import {
  choosePointed,
  chooseTarget,
  describeTarget,
  labelAction,
  labelTarget,
  noProxies,
  noRow,
  targetOfAll,
  targetOfProxy,
  targetOfRows,
  targetOfService,
  targetOfUser,
  userOf,
  type TargetSource,
  type TargetSources,
} from '../../../src/renderer/actions/target.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { RowList } from '../../../src/shared/rows.ts';
import type { TestRunSummary } from '../../../src/shared/test-runs/test-run.ts';
import { viewNames } from '../../../src/shared/views.ts';

const selected = { rows: { kind: 'ids', ids: ['a', 'b'] }, title: '# selected', count: 2, userId: null } as const;
const run = { id: 3, state: 'finished', proxyUserId: null } as TestRunSummary; // nothing else is read
const services = targetOfRows({ list: 'services', kind: 'ids', ids: ['s', 't'] }, { count: 2 });
const proxy = targetOfProxy('p', '203.0.113.5', null);
const service = targetOfService('s', 'Mobile India');

type Offered = Partial<Pick<TargetSource, 'selected' | 'current'>> & { readonly text?: string };

/** All sources empty but those given; `text` is the filter of the proxies. */
function sourcesWith(
  text: string,
  {
    lists = {},
    ...others
  }: Partial<Omit<TargetSources, 'lists'>> & { readonly lists?: { readonly [L in RowList]?: Offered } } = {},
): TargetSources {
  const source = (list: RowList): TargetSource => {
    const { text: where = list === 'proxies' ? text : '', ...offered } = lists[list] ?? {};
    const filter = { text: where, parsed: parseQuery(where, list), count: 12 };
    return { selected: null, current: null, ...offered, filter };
  };
  return {
    view: 'proxies',
    lists: {
      proxies: source('proxies'),
      services: source('services'),
      proxy_users: source('proxy_users'),
      changes: source('changes'),
      tested: source('tested'),
      requests: source('requests'),
    },
    run: null,
    rule: null,
    total: 250,
    ...others,
  };
}

test('a selection comes first', () => {
  expect(chooseTarget(sourcesWith('user:alice', { lists: { proxies: { selected } } }))).toBe(selected);
});

test('a selection can be used while the filter is invalid', () => {
  expect(chooseTarget(sourcesWith('banana:3', { lists: { proxies: { selected } } }))).toBe(selected);
  expect(chooseTarget(sourcesWith('banana:3'))).toMatchObject({
    reason: expect.stringMatching(/^The filter is invalid/) as string,
  });
});

test('services are taken as selected, else the current one, else those that are shown', () => {
  const view = 'services';
  const of = (offered: Offered) => chooseTarget(sourcesWith('country:DE', { view, lists: { services: offered } }));
  expect(of({ selected: services, current: service })).toBe(services);
  expect(of({ current: service })).toMatchObject({
    rows: { list: 'services', kind: 'ids', ids: ['s'] },
    title: 'the # of Mobile India',
    count: null,
  });
  expect(of({ text: 'type:mobile' })).toMatchObject({
    rows: { list: 'services', kind: 'query', where: 'type:mobile' },
    title: 'the # of 12 services found by the filter',
  });
});

test('the filter and the selection of another view are never used', () => {
  const lists = { proxies: { selected }, services: { selected: services } };
  for (const view of ['users', 'tests'] as const) {
    expect(chooseTarget(sourcesWith('country:DE', { lists, view }))).toEqual(targetOfAll(250));
  }
  expect(chooseTarget(sourcesWith('country:DE', { view: 'services', lists: { proxies: { selected } } }))).toEqual(
    targetOfAll(250),
  );
});

test('a proxy user is the current one, else those that are shown', () => {
  const view = 'users';
  const alice = targetOfUser('alice', 4);
  expect(chooseTarget(sourcesWith('user:bob', { view, lists: { proxy_users: { current: alice } } }))).toBe(alice);
  const shown = { proxy_users: { text: 'access:all' } };
  expect(chooseTarget(sourcesWith('', { view, lists: shown }))).toMatchObject({
    rows: { list: 'proxy_users', kind: 'query', where: 'access:all' },
  });
});

test('a test run gives its proxies that are shown', () => {
  const where = 'run:3 works:no';
  const lists = { tested: { text: where } };
  expect(chooseTarget(sourcesWith('type:isp', { view: 'tests', lists, run }))).toEqual({
    rows: { list: 'tested', kind: 'query', where },
    title: '# shown of run 3',
    count: null,
    userId: null,
    run,
  });
});

test('a selection of tested proxies is what buttons and single keys take', () => {
  const tested = targetOfRows({ list: 'tested', kind: 'ids', ids: ['p', 'q'] }, { count: 2, run });
  const lists = { tested: { selected: tested, current: proxy } };
  const sources = sourcesWith('type:isp', { view: 'tests', lists });
  expect(chooseTarget(sources)).toBe(tested);
  expect(choosePointed(sources)).toBe(tested);
});

test.each(['usage', 'catalog'] as const)('%s has no proxies', (view) => {
  const sources = sourcesWith('type:isp', { view, lists: { proxies: { selected } } });
  expect(chooseTarget(sources)).toBe(noProxies);
  expect(choosePointed(sources)).toBe(noRow);
});

test('a single key takes the selection, else the current row', () => {
  const pointed = (view: TargetSources['view'], lists: { readonly [L in RowList]?: Offered }) =>
    choosePointed(sourcesWith('', { view, lists }));
  expect(pointed('proxies', { proxies: { selected, current: proxy } })).toBe(selected);
  expect(pointed('proxies', { proxies: { current: proxy } })).toBe(proxy);
  expect(pointed('services', { services: { current: service } })).toBe(service);
  expect(pointed('tests', { tested: { current: proxy } })).toBe(proxy);
});

test.each(viewNames)('a single key never takes everything of %s', (view) => {
  expect(choosePointed(sourcesWith('country:DE', { view, run }))).toBe(noRow);
});

test('in the gateway it is the active rule, as long as there is one', () => {
  const rule = { ...targetOfUser('alice', 12), title: '# of the rule us' };
  expect(chooseTarget(sourcesWith('', { view: 'gateway', rule }))).toBe(rule);
  expect(chooseTarget(sourcesWith('', { view: 'gateway' }))).toBe(noProxies);
});

test('without rows the filter decides, and without a filter it is everything', () => {
  expect(chooseTarget(sourcesWith('user:alice online:yes'))).toMatchObject({
    rows: { kind: 'query', where: 'user:alice online:yes' },
    count: 12,
    userId: 'alice',
  });
  expect(chooseTarget(sourcesWith(''))).toMatchObject({ rows: { kind: 'query', where: '' }, count: 250, userId: null });
});

test('a target says in words which proxies it is', () => {
  expect(describeTarget(targetOfAll(250))).toBe('all 250 proxies');
  expect(describeTarget(targetOfAll(null))).toBe('all proxies');
  expect(describeTarget(targetOfUser('alice$&', 1))).toBe('the 1 proxy of alice$&');
  expect(describeTarget(targetOfProxy('p', '203.0.113.5', null))).toBe('203.0.113.5');
  expect(labelTarget(targetOfUser('alice', 1204))).toBe('The 1,204 proxies of alice');
  const { title, ...rest } = targetOfAll(24);
  expect(title).toBe('all #');
  expect(labelTarget({ ...rest, title: '# that failed in run 1' })).toBe('24 proxies that failed in run 1');
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

test('a target that is not counted yet has a name, too', () => {
  expect(describeTarget(service)).toBe('the proxies of Mobile India');
  expect(describeTarget(services)).toBe('the proxies of 2 selected services');
  const rows = { list: 'tested', kind: 'query', where: 'run:3' } as const;
  expect(describeTarget(targetOfRows(rows, { count: 4 }))).toBe('proxies shown');
});

test('an action names its count and its user as far as they are known', () => {
  expect(labelAction('Export', targetOfUser('alice', 1204))).toBe('Export 1,204 for alice');
  expect(labelAction('Export', targetOfUser('alice', null))).toBe('Export for alice');
  expect(labelAction('Test', targetOfAll(250))).toBe('Test 250');
  expect(labelAction('Test', null)).toBe('Test');
});
