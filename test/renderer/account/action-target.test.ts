import { expect, test } from 'vitest';
import {
  choosePointed,
  chooseTarget,
  describeTarget,
  labelAction,
  labelTarget,
  nameTarget,
  targetOfAll,
  targetOfProxy,
  targetOfUser,
  userOf,
  type TargetSources,
} from '../../../src/renderer/account/action-target.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { ListName } from '../../../src/shared/lists.ts';
import type { TestRunSummary } from '../../../src/shared/test-runs/test-run.ts';
import { viewNames } from '../../../src/shared/views.ts';

const selected = { proxies: { kind: 'ids', ids: ['a', 'b'] }, count: 2 } as const;
const run = { id: 3, state: 'finished', proxyUserId: null } as TestRunSummary; // nothing else is read
const services = {
  list: 'services',
  rows: { kind: 'ids', ids: ['s', 't'] },
  count: 2,
  name: null,
} as const;
const proxy = { id: 'p', address: '203.0.113.5' };
const service = { id: 's', name: 'Mobile India' };

const filterOf = (text: string, list: ListName = 'proxies') => ({
  text,
  parsed: parseQuery(text, list),
  count: 12,
});

/** All sources empty but those given; `text` is the filter of the proxies. */
function sourcesWith(text: string, others: Partial<TargetSources> = {}): TargetSources {
  return {
    view: 'proxies',
    selectedProxies: null,
    currentProxy: null,
    selectedServices: null,
    currentService: null,
    currentUser: null,
    selectedTested: null,
    run: null,
    rule: null,
    currentResult: null,
    filters: {
      proxies: filterOf(text),
      services: filterOf(''),
      proxy_users: filterOf(''),
      changes: filterOf('', 'changes'),
      tested: filterOf('', 'tested'),
    },
    total: 250,
    ...others,
  };
}

test('a selection comes first, for the user of the filter', () => {
  expect(chooseTarget(sourcesWith('user:alice', { selectedProxies: selected }))).toMatchObject({
    kind: 'proxies',
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

test('services are taken as selected, else the current one, else those that are shown', () => {
  const view = 'services';
  const chosen = { view, selectedServices: services, currentService: service } as const;
  expect(chooseTarget(sourcesWith('', chosen))).toEqual({ kind: 'rows', ...services });
  expect(chooseTarget(sourcesWith('', { view, currentService: service }))).toEqual({
    kind: 'rows',
    list: 'services',
    rows: { kind: 'ids', ids: ['s'] },
    count: 1,
    name: 'Mobile India',
  });
  const { filters } = sourcesWith('country:DE');
  const shown = { ...filters, services: filterOf('type:mobile') };
  expect(chooseTarget(sourcesWith('', { view, filters: shown }))).toEqual({
    kind: 'rows',
    list: 'services',
    rows: { kind: 'query', where: 'type:mobile' },
    count: 12,
  });
});

test('the filter and the selection of another view are never used', () => {
  const hidden = { selectedProxies: selected, selectedServices: services } as const;
  for (const view of ['users', 'tests'] as const) {
    expect(chooseTarget(sourcesWith('country:DE', { ...hidden, view }))).toMatchObject({
      proxies: { where: '' },
      count: 250,
    });
  }
  expect(
    chooseTarget(sourcesWith('country:DE', { view: 'services', selectedProxies: selected })),
  ).toMatchObject({ proxies: { where: '' }, count: 250 });
});

test('a proxy user is the current one, else those that are shown', () => {
  const view = 'users';
  expect(
    chooseTarget(sourcesWith('user:bob', { view, currentUser: { id: 'alice', count: 4 } })),
  ).toMatchObject({ proxies: { where: 'user:alice' }, count: 4, userId: 'alice' });
  const { filters } = sourcesWith('');
  const shown = { ...filters, proxy_users: filterOf('access:all', 'proxy_users') };
  expect(chooseTarget(sourcesWith('', { view, filters: shown }))).toEqual({
    kind: 'rows',
    list: 'proxy_users',
    rows: { kind: 'query', where: 'access:all' },
    count: 12,
  });
});

test('a test run gives its proxies that are shown', () => {
  const { filters } = sourcesWith('type:isp');
  const where = 'run:3 works:no';
  const shown = { ...filters, tested: filterOf(where, 'tested') };
  expect(chooseTarget(sourcesWith('', { view: 'tests', filters: shown, run }))).toEqual({
    kind: 'rows',
    list: 'tested',
    rows: { kind: 'query', where },
    count: 12,
    run,
  });
});

test('a selection of tested proxies is what buttons and single keys take', () => {
  const rows = { kind: 'ids', ids: ['p', 'q'] } as const;
  const selectedTested = { list: 'tested', rows, count: 2, run } as const;
  const sources = sourcesWith('type:isp', { view: 'tests', selectedTested, currentResult: proxy });
  expect(chooseTarget(sources)).toEqual({ kind: 'rows', ...selectedTested });
  expect(choosePointed(sources)).toEqual({ kind: 'rows', ...selectedTested });
});

test.each(['usage', 'catalog'] as const)('%s has no proxies', (view) => {
  const sources = sourcesWith('type:isp', { view, selectedProxies: selected });
  expect(chooseTarget(sources)).toEqual({ kind: 'none' });
  expect(choosePointed(sources)).toEqual({ kind: 'none' });
});

test('a single key takes the selection, else the current row', () => {
  const currentProxy = proxy;
  expect(choosePointed(sourcesWith('', { selectedProxies: selected, currentProxy }))).toMatchObject(
    { count: 2 },
  );
  expect(choosePointed(sourcesWith('user:alice', { currentProxy }))).toMatchObject({
    proxies: { ids: ['p'] },
    count: 1,
    userId: 'alice',
  });
  expect(
    choosePointed(sourcesWith('', { view: 'services', currentService: service })),
  ).toMatchObject({ kind: 'rows', rows: { kind: 'ids', ids: ['s'] } });
  expect(
    choosePointed(sourcesWith('', { view: 'tests', run, currentResult: proxy })),
  ).toMatchObject({ proxies: { ids: ['p'] } });
});

test.each(viewNames)('a single key never takes everything of %s', (view) => {
  expect(choosePointed(sourcesWith('country:DE', { view, run }))).toEqual({ kind: 'none' });
});

test('in the gateway it is the active rule, as long as there is one', () => {
  const rule = { ...targetOfUser('alice', 12), title: '# of the rule us' };
  expect(chooseTarget(sourcesWith('', { view: 'gateway', rule }))).toEqual({
    kind: 'proxies',
    ...rule,
  });
  expect(chooseTarget(sourcesWith('', { view: 'gateway' }))).toEqual({ kind: 'none' });
});

test('without rows the filter decides, and without a filter it is everything', () => {
  expect(chooseTarget(sourcesWith('user:alice online:yes'))).toMatchObject({
    proxies: { kind: 'query', where: 'user:alice online:yes' },
    count: 12,
    userId: 'alice',
  });
  expect(chooseTarget(sourcesWith(''))).toMatchObject({
    proxies: { kind: 'query', where: '' },
    count: 250,
    userId: null,
  });
});

test('a target says in words which proxies it is', () => {
  expect(describeTarget(targetOfAll(250))).toBe('all 250 proxies');
  expect(describeTarget(targetOfAll(null))).toBe('all proxies');
  expect(describeTarget(targetOfUser('alice$&', 1))).toBe('the 1 proxy of alice$&');
  expect(describeTarget(targetOfProxy('p', '203.0.113.5', null))).toBe('203.0.113.5');
  expect(labelTarget(targetOfUser('alice', 1204))).toBe('The 1,204 proxies of alice');
  const { title, ...rest } = targetOfAll(24);
  expect(title).toBe('all #');
  expect(labelTarget({ ...rest, title: '# that failed in run 1' })).toBe(
    '24 proxies that failed in run 1',
  );
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

test('a target that is not looked up yet has a name, too', () => {
  expect(nameTarget({ kind: 'proxies', ...targetOfAll(250) })).toBe('all 250 proxies');
  expect(nameTarget({ kind: 'rows', ...services, count: 1, name: 'Mobile India' })).toBe(
    'Mobile India',
  );
  expect(nameTarget({ kind: 'rows', ...services })).toBe('2 selected services');
  const rows = { kind: 'query', where: 'run:3' } as const;
  expect(nameTarget({ kind: 'rows', list: 'tested', rows, count: 4 })).toBe(
    'the tested proxies shown',
  );
  expect(nameTarget({ kind: 'none' })).toBe('');
});

test('an action names its count and its user as far as they are known', () => {
  expect(labelAction('Export', targetOfUser('alice', 1204))).toBe('Export 1,204 for alice');
  expect(labelAction('Export', targetOfUser('alice', null))).toBe('Export for alice');
  expect(labelAction('Test', targetOfAll(250))).toBe('Test 250');
  expect(labelAction('Test', null)).toBe('Test');
});
