import { fail } from '../../../shared/failure.ts';
import type { ProxySelection, TestResultRow, TestRunSummary } from '../../../shared/test-run.ts';
import { readQuery } from '../../store/parse-request.ts';
import type { Store } from '../../store/contract.ts';
import { defineCommand } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { formatProgress, refuseWords } from '../output.ts';

/** `test`: the service tests proxies against URLs, in batches of at most 20. */
export const testCommand = defineCommand({
  usage: 'test --url URL... [--where QUERY] [--limit N] [--user ID] [--server ID...]',
  summary:
    'Let the service test proxies against URLs, with the credentials of --user or of the default proxy user, from all of its tester servers or those of --server.',
  example: 'test --url https://example.com/ --where online:yes --limit 45',
  options: { url: 'list', where: 'text', limit: 'count', user: 'text', server: 'list' },
  async run({ app, session, output, signal }, words, options) {
    refuseWords(words);
    if (options.url.length === 0) throw fail('invalid-input', 'test needs --url URL.');
    const opened = session();
    const { store, account, workers } = opened;
    const proxyUserId = options.user ?? null;
    const proxies = selectProxies(store, options.where ?? '', options.limit);
    const { finished } = await app.testRuns.start({
      accountId: account.id,
      store,
      databaseFile: opened.syncTarget.databaseFile,
      client: await opened.client(),
      readBatches: () => workers.call('tests:prepare', { proxies, proxyUserId }, { signal }),
      urls: options.url,
      proxyUserId,
      proxies,
      testerServerIds: options.server,
      signal,
      onProgress: ({ batchesDone, batchCount }) => {
        output.progress(formatProgress('Batches', batchesDone, batchCount));
      },
    });
    const run = await finished;
    if (output.isJson) output.json({ run, results: store.testRuns.resultRecords(run.id) });
    output.line(
      `${run.state}: ${String(run.proxyCount)} proxies in ${String(run.batchCount)} requests, ` +
        `${String(run.successCount)} of ${String(run.resultCount)} results successful`,
    );
    const results = output.isJson ? [] : readResults(store, run);
    if (results.length > 0) await output.table(resultHeadings, results.map(formatResult));
    if (run.skippedCount > 0) {
      output.message(
        `${String(run.skippedCount)} skipped: they have no address, port or usable credentials.`,
      );
    }
    if (run.problem !== null) output.message(`proxydeck: ${run.problem}`);
    return exitCodeOfRun(run);
  },
});

/** All proxies that the query finds, or the first `limit` of them. */
function selectProxies(store: Store, text: string, limit: number | undefined): ProxySelection {
  const where = readQuery(text, 'proxies');
  if (limit === undefined) return { kind: 'query', where: text };
  const rows = store.proxies.list({ where, sort: [], offset: 0, limit });
  return { kind: 'ids', ids: rows.map(({ proxy_id }) => proxy_id) };
}

function readResults(store: Store, run: TestRunSummary): TestResultRow[] {
  return store.testRuns.results(run.id, { only: 'all', offset: 0, limit: run.resultCount });
}

const resultHeadings = ['proxy', 'url', 'result', 'response time', 'error', 'from'];

const formatResult = (result: TestResultRow): unknown[] => [
  result.proxy_host ?? result.proxy_id,
  result.proxy_test_result_url,
  describeOutcome(result.proxy_test_result_is_successful),
  result.proxy_test_result_response_time,
  result.proxy_test_result_error_code,
  result.proxy_test_server_city_name,
];

const describeOutcome = (isSuccessful: boolean | null): string =>
  isSuccessful === null ? 'unknown' : isSuccessful ? 'ok' : 'failed';

/** A failed proxy is a result; a batch without a response is not. */
function exitCodeOfRun({ state, batchesFailed }: TestRunSummary): ExitCode {
  if (state !== 'finished') return exitCodes.failed;
  return batchesFailed > 0 ? exitCodes.incomplete : exitCodes.done;
}
