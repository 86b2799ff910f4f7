import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';
import { asFailure, type FailureCode } from '../../../src/shared/failure.ts';
import { maxTerms } from '../../../src/shared/filter/query-term.ts';
import { openApp, type OpenApp } from '../../support/open-app.ts';

const choices = (where: string): ExportChoices => ({
  proxyUserId: 'nobody',
  proxies: { kind: 'query', where },
  format: 'template',
  template: '{host}:{port}',
  protocol: 'http',
  ip: '4',
});
const page = { sort: [], offset: 0, limit: 10 };
const urls = ['https://example.com/'];

type Ask = (app: OpenApp, where: string) => Promise<unknown>;

/** Every request of the window that takes a filter of proxies. */
const entryPoints: readonly (readonly [string, Ask])[] = [
  ['list:rows', ({ ask, accountId }, where) => ask('list:rows', { list: 'proxies', accountId, where, ...page })],
  ['list:count', ({ ask, accountId }, where) => ask('list:count', { list: 'proxies', accountId, where })],
  ['proxies:facets', ({ ask, accountId }, where) => ask('proxies:facets', { accountId, where })],
  [
    'list:still-found',
    ({ ask, accountId }, where) => ask('list:still-found', { list: 'proxies', accountId, where, ids: ['x'] }),
  ],
  [
    'annotations:of',
    ({ ask, accountId }, where) => ask('annotations:of', { accountId, rows: { kind: 'query', where } }),
  ],
  [
    'tags:change',
    ({ ask, accountId }, where) =>
      ask('tags:change', { accountId, rows: { kind: 'query', where }, add: ['burnt'], remove: [] }),
  ],
  [
    'notes:put',
    ({ ask, accountId }, where) => ask('notes:put', { accountId, rows: { kind: 'query', where }, note: 'x' }),
  ],
  [
    'tests:start',
    ({ ask, accountId }, where) => ask('tests:start', { accountId, proxies: { kind: 'query', where }, urls }),
  ],
  ['access:check', ({ ask, accountId }, where) => ask('access:check', { accountId, rows: { kind: 'query', where } })],
  [
    'exports:preview',
    ({ ask, accountId }, where) => ask('exports:preview', { accountId, ...choices(where), revealSecrets: false }),
  ],
  ['exports:copy', ({ ask, accountId }, where) => ask('exports:copy', { accountId, ...choices(where) })],
  ['exports:save', ({ ask, accountId }, where) => ask('exports:save', { accountId, ...choices(where) })],
];

/** Requests that read lists without a filter. */
const others: readonly (readonly [string, Ask])[] = [
  ['presets:list', ({ ask, accountId }) => ask('presets:list', { accountId })],
  ['records:size', ({ ask, accountId }) => ask('records:size', { accountId })],
  ['saved:list', ({ ask, accountId }) => ask('saved:list', { accountId, kind: 'view' })],
  ['tags:list', ({ ask, accountId }) => ask('tags:list', { accountId })],
  ['tests:list', ({ ask, accountId }) => ask('tests:list', { accountId })],
  ['tests:proxies', ({ ask, accountId }) => ask('tests:proxies', { accountId, testRunId: 1 })],
];

const chooseSaveFile = ({ name }: { readonly name: string }): Promise<string> =>
  Promise.resolve(`/not-a-folder/${name}`);

const codeOf = (work: Promise<unknown>): Promise<FailureCode | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => asFailure(error).code,
  );

test('every request that reads lists reads them in a worker, not on the main thread', async () => {
  // Without its file no worker starts, and what needs one fails.
  const workerFile = pathToFileURL('/not-a-folder/worker.js');
  const app = await openApp({ workerFile, desktop: { chooseSaveFile } });
  for (const [name, ask] of [...entryPoints, ...others]) expect(await codeOf(ask(app, '')), name).toBe('internal');
});

test('every request that takes a filter answers the longest one, and refuses a longer one', async () => {
  const app = await openApp({ isSynced: true, desktop: { chooseSaveFile } });
  const terms = Array.from({ length: maxTerms + 1 }, (_, number) => `port:>${60_000 + number}`);
  for (const [name, ask] of entryPoints) {
    // Nothing is found and the proxy user does not exist: both mean that the filter was accepted.
    expect([undefined, 'nothing-to-do', 'not-found'], name).toContain(await codeOf(ask(app, terms.slice(1).join(' '))));
    expect(await codeOf(ask(app, terms.join(' '))), name).toBe('invalid-input');
  }
});
