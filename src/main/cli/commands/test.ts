import { countOf } from '../../../shared/count-of.ts';
import { fail } from '../../../shared/failure.ts';
import { describeProbe, probeReasons, successRows, type ProbeReason } from '../../../shared/test-runs/local-test.ts';
import {
  defaultLocalTest,
  describeOutcomes,
  describeSkippedOfTest,
  localTestRows,
  runRows,
  type LocalTestSettings,
  type TestRunSummary,
} from '../../../shared/test-runs/test-run.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import type { TestSource } from '../../../shared/records/test-result.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { Rows } from '../../../shared/rows.ts';
import type { Store } from '../../store/index.ts';
import { deleteTestRun } from '../../test-runs/purge.ts';
import { printReport } from '../print-report.ts';
import { listLines } from '../../exports/files/save.ts';
import type { OptionValues } from '../arguments.ts';
import { defineCommand, exitCodes, type ExitCode } from '../command.ts';
import { optionsOf, optionsOfRows, readRows } from '../options.ts';
import { formatProgress, refuseWords } from '../output.ts';

/** Of `--from this-machine`. */
const ofHere = { ...optionsOfRows(localTestRows), ...optionsOfRows(successRows) };

const options = {
  ...optionsOf(
    'url',
    'from',
    'where',
    'limit',
    'only-failed',
    'server',
    'resume',
    'results',
    'report',
    'delete',
    'csv',
  ),
  ...optionsOfRows(runRows),
  ...ofHere,
  user: 'text',
} as const;
type Options = OptionValues<typeof options>;

export const testCommand = defineCommand({
  usage: `test --url URL... [OPTION...]
    test --resume RUN | --results RUN [--csv] | --report RUN [--csv] | --delete RUN`,
  summary:
    'Test proxies against URLs, with the credentials of --user or of the default proxy user. The service tests from all of its tester servers or those of --server; --from this-machine tests from here. Ctrl+C pauses; --resume continues with the remaining proxies. --report prints evidence for the seller, as text or CSV; nothing is sent.',
  example: 'test --from this-machine --url https://example.com/ --expect Example --limit 45',
  options,
  async run({ app, session, output, signal }, words, given) {
    refuseWords(words);
    const opened = session();
    const { store } = opened;
    if (given.results !== undefined) {
      const shown = findRun(store, given.results);
      await printResults(shown);
      return exitCodes.done;
    }
    if (given.report !== undefined) {
      const { id } = findRun(store, given.report);
      await printReport(output, store, { testRunId: id }, given.csv);
      return exitCodes.done;
    }
    if (given.delete !== undefined) {
      const { id } = findRun(store, given.delete);
      await deleteTestRun(store, id, signal);
      if (output.isJson) output.json({ deleted: id });
      else output.line(`Deleted test run ${String(id)}.`);
      return exitCodes.done;
    }
    const onProgress = (run: TestRunSummary): void => {
      output.progress(formatProgress('Proxies', run.proxiesDone, run.proxyCount));
    };
    const account = { ...opened.tested, signal, onProgress };
    const { finished } =
      given.resume === undefined
        ? await app.testRuns.start({ ...account, ...readPlan(store, given) })
        : await app.testRuns.resume(account, findRun(store, given.resume).id);
    const run = await finished;
    const skipped = describeSkippedOfTest(run);
    if (skipped !== null) output.message(`${skipped}.`);
    if (run.goneCount > 0) {
      output.message(
        `${String(run.goneCount)} skipped: the service has replaced or removed them since the run was started.`,
      );
    }
    if (run.problem !== null) output.message(`proxydeck: ${run.problem}`);
    if (run.state === 'paused') {
      output.message(
        `Paused: ${String(run.proxiesDone)} of ${countOf(run.proxyCount, 'proxy', 'proxies')} tested. ` +
          `Resume with: proxydeck test --resume ${String(run.id)}`,
      );
      if (output.isJson) output.json({ run });
      return exitCodes.failed;
    }
    await printResults(run);
    return exitCodeOfRun(run);

    async function printResults(run: TestRunSummary): Promise<void> {
      const where = `run:${String(run.id)}`;
      const records = () =>
        store.results.records(
          {
            where: readQuery(where, 'results'),
            sort: [],
            offset: 0,
            limit: Number.MAX_SAFE_INTEGER,
          },
          { secrets: false },
        );
      if (given.csv && !output.isJson) {
        return output.stream(listLines(store, { list: 'results', where, sort: [], format: 'csv' }), false);
      }
      if (output.isJson) {
        return output.jsonWithList({ run }, 'results', records());
      }
      output.line(summarize(run));
      const { faults } = store.testRuns.figures(run.id);
      for (const { fault, proxyCount, reasons } of faults) {
        if (fault === null) continue;
        const words = reasons.map(({ code, proxyCount: count }) => `${String(count)} ${describeCode(code)}`);
        output.line(`${fault} at fault: ${String(proxyCount)} (${words.join(', ')})`);
      }
      if (run.resultCount === 0) return;
      await output.table(resultHeadings, formatResults(records(), run.source));
    }
  },
});

function findRun(store: Store, testRunId: number): TestRunSummary {
  const run = store.testRuns.get(testRunId);
  if (!run) throw fail('not-found', `There is no test run ${String(testRunId)}.`);
  return run;
}

/** `--only-failed` takes URLs, user and settings from its run. */
function readPlan(store: Store, given: Options) {
  const failedId = given['only-failed'];
  const earlier = failedId === undefined ? null : findRun(store, failedId);
  const source = given.from === undefined ? (earlier?.source ?? 'service') : readSource(given.from);
  const urls = given.url.length > 0 ? given.url : (earlier?.urls ?? []);
  if (urls.length === 0) throw fail('invalid-input', 'test needs --url URL.');
  const wrong = Object.entries(given).find(
    ([name, value]) => source === 'service' && Object.hasOwn(ofHere, name) && value !== undefined,
  );
  if (wrong !== undefined) throw fail('invalid-input', `--${wrong[0]} needs --from this-machine.`);
  if (source === 'here' && given.server.length > 0) {
    throw fail('invalid-input', '--server needs --from service.');
  }
  return {
    ...readRows(runRows, given, { name: '' }),
    urls,
    proxyUserId: given.user ?? earlier?.proxyUserId ?? null,
    proxies: earlier === null ? selectProxies(store, given) : failedOf(store, earlier, given),
    settings: source === 'here' ? readSettings(given, earlier?.settings ?? defaultLocalTest) : null,
    testerServerIds: given.server,
  };
}

function readSource(text: string): 'here' | 'service' {
  // Its former name.
  if (text === 'this-machine' || text === 'here') return 'here';
  if (text === 'service') return 'service';
  throw fail('invalid-input', `--from takes "this-machine" or "service", not "${text}".`);
}

const readSettings = (given: Options, { rule, ...before }: LocalTestSettings): LocalTestSettings => ({
  ...readRows(localTestRows, given, before),
  rule: readRows(successRows, given, rule),
});

function selectProxies(store: Store, { where: text = '', limit }: Pick<Options, 'where' | 'limit'>): Rows {
  const where = readQuery(text, 'proxies');
  if (limit === undefined) return { kind: 'query', where: text };
  const rows = store.proxies.list({ where, sort: [], offset: 0, limit });
  return { kind: 'ids', ids: rows.map(({ proxy_id }) => proxy_id) };
}

function failedOf(store: Store, run: TestRunSummary, { where, limit }: Options): Rows {
  if (where !== undefined) {
    throw fail('invalid-input', `Use --where "fails:${String(run.id)} ${where}" instead of --only-failed.`);
  }
  return selectProxies(store, { where: `fails:${String(run.id)}`, limit });
}

function summarize(run: TestRunSummary): string {
  const ofService = run.source === 'service' ? ` in ${countOf(run.batchCount, 'request')}` : ', from this machine';
  return (
    `${run.state}: run ${String(run.id)}${ofService}, ` +
    `${describeOutcomes(run)}, ` +
    `${String(run.successCount)} of ${countOf(run.resultCount, 'result')} successful` +
    (run.goneCount === 0 ? '' : `, ${String(run.goneCount)} replaced or removed before their turn`)
  );
}

const resultHeadings = ['proxy', 'url', 'result', 'response time', 'error', 'from'];

function* formatResults(results: Iterable<JsonObject>, source: TestSource): Generator<unknown[], undefined> {
  for (const result of results) {
    yield [
      result['proxy_host'] ?? result['proxy_id'],
      result['proxy_test_result_url'],
      describeOutcome(result['proxy_test_result_is_successful'] ?? null),
      result['proxy_test_result_response_time'],
      describeError(result),
      source === 'here' ? 'this machine' : result['proxy_test_server_city_name'],
    ];
  }
}

const describeOutcome = (isSuccessful: JsonValue): string =>
  isSuccessful === null ? 'unknown' : isSuccessful === true ? 'works' : 'fails';

function describeError({
  reason = null,
  status = null,
  proxy_test_result_error_code: code = null,
}: JsonObject): JsonValue {
  if (typeof reason !== 'string') return code;
  return isReason(reason) ? describeProbe({ reason, status: typeof status === 'number' ? status : null }) : reason;
}

const isReason = (code: string): code is ProbeReason => Object.hasOwn(probeReasons, code);
const describeCode = (code: string): string => (isReason(code) ? probeReasons[code].label.toLowerCase() : code);

/** Failed proxies are results; unanswered batches are not. */
function exitCodeOfRun({ state, batchesFailed }: TestRunSummary): ExitCode {
  if (state !== 'finished') return exitCodes.failed;
  return batchesFailed > 0 ? exitCodes.incomplete : exitCodes.done;
}
