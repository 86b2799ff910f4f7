import { countOf } from '../../../shared/count-of.ts';
import { fail, FailureError } from '../../../shared/failure.ts';
import { prepareExport } from '../../exports/prepare.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

const everything = readQuery('', 'proxies');
const shownLines = 3;
const testedCount = 45;

export const demoCommand = defineCommand({
  usage: 'demo [--proxies N]',
  summary: 'Run the main job with a built-in demo service: sync, browse, export, test. Nothing is saved.',
  example: 'demo --proxies 1000',
  options: optionsOf('proxies'),
  leavesNothing: true,
  async run({ app, output, signal }, words, options) {
    refuseWords(words);
    const proxyCount = options.proxies ?? 250;
    if (proxyCount === 0 || proxyCount > 1_000_000)
      throw fail('invalid-input', '--proxies takes a number from 1 to 1,000,000.');
    const account = app.accounts.addDemo(proxyCount);
    const session = app.session(account.id);
    output.line(`1. An account: "${account.name}", served on this machine.`);
    const sync = await app.sync(session, { signal });
    const { services, proxies, proxy_users } = sync.resources;
    const problem = sync.problem ?? [services, proxies, proxy_users].find((list) => list.problem)?.problem;
    if (problem) throw new FailureError(problem);
    output.line(
      `2. Synced ${countOf(services.total, 'service')}, ${countOf(proxies.total, 'proxy', 'proxies')} and ` +
        `${countOf(proxy_users.total, 'proxy user')} in ${countOf(sync.requests, 'request')}.`,
    );
    const { store } = session;
    const filter = 'country:US online:yes';
    const found = store.proxies.count(readQuery(filter, 'proxies'));
    output.line(`3. Browsed without the network: ${countOf(found, 'proxy matches', 'proxies match')} ${filter}.`);
    const users = store.proxy_users.list({
      where: readQuery('access:service_restricted -deleted:yes', 'proxy_users'),
      sort: [],
      offset: 0,
      limit: 1,
    });
    const [user] = users;
    if (!user) throw fail('internal', 'The demo lacks a restricted proxy user.');
    const exported = prepareExport(store, {
      proxyUserId: user.proxy_user_id,
      proxies: { kind: 'query', where: '' },
      format: 'http',
      protocol: 'http',
      ip: 'any',
    });
    const lines = [...exported.lines];
    const { writtenCount } = exported.count();
    output.line(
      `4. Exported ${countOf(writtenCount, 'proxy', 'proxies')} for "${user.proxy_user_id}", who is restricted to some services:`,
    );
    for (const line of lines.slice(0, shownLines)) output.line(`   ${line}`);
    const tested = store.proxies.list({
      where: everything,
      sort: [],
      offset: 0,
      limit: testedCount,
    });
    const ids = tested.map(({ proxy_id }) => proxy_id);
    const selection = { kind: 'ids', ids } as const;
    const proxyUserId = null;
    const { finished } = await app.testRuns.start({
      ...session.tested,
      name: '',
      settings: null,
      urls: ['https://example.com/'],
      proxyUserId,
      proxies: selection,
      signal,
    });
    const run = await finished;
    output.line(
      `5. Tested ${countOf(run.proxyCount, 'proxy', 'proxies')} in ${countOf(run.batchCount, 'request')}: ` +
        `${String(run.successCount)} of ${countOf(run.resultCount, 'result')} successful.`,
    );
    output.json({
      sync,
      filter,
      found,
      exported: { user: user.proxy_user_id, written: writtenCount },
      test: run,
    });
    return sync.complete && run.state === 'finished' ? exitCodes.done : exitCodes.failed;
  },
});
