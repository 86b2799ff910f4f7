import { basename } from 'node:path';
import { z } from 'zod';
import { fail } from '../../shared/failure.ts';
import { exportChoicesSchema } from '../../shared/exports/export-schema.ts';
import { sortSchema } from '../../shared/filter/sort-schema.ts';
import { longestFilter } from '../../shared/filter/query-term.ts';
import { defaultRule } from '../../shared/gateway/gateway.ts';
import { ruleFields } from '../../shared/gateway/gateway-schema.ts';
import type { Rows } from '../../shared/rows.ts';
import { isSameName } from '../../shared/saved.ts';
import { settingRows } from '../../shared/settings.ts';
import { syncResources, type SyncOutcome } from '../../shared/sync.ts';
import { annotatedLists, maxNote, maxTagName, type AnnotatedList } from '../../shared/tag.ts';
import { localTestSettings, runSchemas, testUrls } from '../../shared/test-runs/test-schema.ts';
import { defaultLocalTest, type TestRunSummary } from '../../shared/test-runs/test-run.ts';
import { chooseFormat, exportFormats } from '../exports/formats/index.ts';
import { listRules } from '../gateway/rules.ts';
import { readFilter } from './filter-help.ts';
import { defaultRows, maxRows, whereSchema } from './schemas.ts';
import { limitTest } from './test-limits.ts';
import { defineTool } from './tool.ts';

const someRows = z
  .string()
  .min(1)
  .max(longestFilter)
  .describe(
    'A filter of the rows to change, such as country:US fails:7 for the proxies that failed in test run 7. It must not be empty, so that not all are changed by mistake.',
  );
const annotated = { list: z.enum(annotatedLists), where: someRows };
/** @throws FailureError `invalid-input` that helps with the filter */
function readRows(list: AnnotatedList, where: string): Rows {
  readFilter(where, list);
  return { list, kind: 'query', where };
}

const formatNames = exportFormats.flatMap(({ name }) => (name === 'template' ? [] : [name]));

const { rule: successRule, ...settingsOfTest } = localTestSettings.shape;
const settingsSchema = z.strictObject({
  ...z.strictObject(settingsOfTest).partial().shape,
  rule: successRule.partial().optional(),
});

/** Who may use a rule stays with the user. */
const ruleOfAgents = ruleFields
  .omit({ isOn: true, viewId: true, needsToken: true, allowsPrivate: true, isShared: true })
  .partial()
  .extend({ name: ruleFields.shape.name, where: whereSchema('proxies').optional() });

const { agentTestRequests, agentTestMegabytes } = settingRows;

/** Tools that change something the user allowed; never services. */
export const actingTools = {
  sync: defineTool({
    title: 'Sync',
    act: 'sync',
    description: `Fetches the account from the service into the cache. Takes seconds to minutes. Without only everything: ${syncResources.join(', ')}. A list that is suddenly empty is not believed.`,
    input: z.strictObject({
      only: z.array(z.enum(syncResources)).min(1).max(syncResources.length).optional(),
    }),
    isIdempotent: true,
    isOpenWorld: true,
    async run({ app, session, signal, report }, { only }) {
      const outcome = await app.sync(session, {
        only,
        signal,
        onProgress: (progress) => {
          report({ ...progress, done: progress.received, total: progress.expected });
        },
      });
      await app.presetRefresh.finish(session.account.id);
      return describeSync(outcome);
    },
  }),
  test: defineTool({
    title: 'Test proxies',
    act: 'test',
    description: `Tests proxies against URLs and waits for the results: from this machine, or by the service, which may charge for it. A call sends ${agentTestRequests.initial.toLocaleString('en-US')} requests and uses ${String(agentTestMegabytes.initial)} MB of data at most, unless the user set other limits (agentTestRequests, agentTestMegabytes); the answer says if they ended it. The run is saved; a canceled call pauses it. The tool test_runs has its results.`,
    input: z.strictObject({
      urls: testUrls,
      where: whereSchema('proxies'),
      limit: z
        .int()
        .min(1)
        .max(maxRows)
        .default(defaultRows)
        .describe('The most proxies to test, the first ones of the filter.'),
      from: z.enum(['here', 'service']).default('here'),
      proxy_user_id: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe('Whose credentials; without it those of the default proxy user.'),
      name: runSchemas.name.default(''),
      settings: settingsSchema.optional().describe('How this machine tests; only with from: here.'),
    }),
    isOpenWorld: true,
    async run({ app, session, signal, report }, args) {
      const { store } = session;
      if (args.from === 'service' && args.settings !== undefined) {
        throw fail('invalid-input', 'settings are for tests from here. Remove them.');
      }
      const where = readFilter(args.where, 'proxies');
      const { proxyCount, settings, adviceOn } = limitTest(
        {
          proxyCount: Math.min(args.limit, store.proxies.count(where)),
          urlCount: args.urls.length,
          settings: args.from === 'here' ? readSettings(args.settings) : null,
        },
        await app.handlers['settings:get'](undefined),
      );
      const found = store.proxies.list({ where, sort: [], offset: 0, limit: proxyCount });
      const { finished } = await app.testRuns.start({
        ...session.tested,
        signal,
        onProgress: ({ proxiesDone, proxyCount }) => {
          report({ done: proxiesDone, total: proxyCount });
        },
        name: args.name,
        urls: args.urls,
        proxyUserId: args.proxy_user_id ?? null,
        proxies: { kind: 'ids', ids: found.map(({ proxy_id }) => proxy_id) },
        settings,
      });
      const run: TestRunSummary = await finished;
      const advice = adviceOn(run);
      return { run, figures: store.testRuns.figures(run.id), ...(advice !== null && { advice }) };
    },
  }),
  export: defineTool({
    title: 'Export proxies',
    act: 'export',
    description:
      'Writes proxies with their passwords to a new file below the folder that the user named, and returns its path and the counts, never the lines. Only proxies that the proxy user may use are written; last:works in the filter, or the option aliveWithinHours, leaves out those that failed.',
    input: z.strictObject({
      path: z.string().min(1).max(500).describe('Relative to the folder, such as proxies.txt.'),
      format: z.enum(formatNames),
      where: whereSchema('proxies'),
      proxy_user_id: exportChoicesSchema.shape.proxyUserId
        .default(null)
        .describe('Whose credentials; null: the default proxy user of each proxy.'),
      protocol: exportChoicesSchema.shape.protocol.optional(),
      ip: exportChoicesSchema.shape.ip.default('any'),
      sort: sortSchema.optional(),
      options: exportChoicesSchema.shape.options,
    }),
    async run({ session, signal, report, folder }, args) {
      if (folder === undefined) {
        throw fail(
          'invalid-input',
          'The user named no folder for exports. Ask them to start this server with --folder DIR.',
        );
      }
      const { path: name, format, where, proxy_user_id: proxyUserId, options, ...rest } = args;
      readFilter(where, 'proxies');
      if (options?.proxiesPerFile !== undefined || options?.sharing === 'file-each') {
        throw fail('invalid-input', 'An agent exports to one file. Remove proxiesPerFile and sharing.');
      }
      const { protocol } = chooseFormat({ format, template: undefined });
      const target = await folder.resolve(name);
      const isDefault = proxyUserId === null && options?.credentials === undefined;
      const choices = {
        ...rest,
        format,
        proxyUserId,
        proxies: { kind: 'query' as const, where },
        protocol: args.protocol ?? protocol ?? 'http',
        options: isDefault ? { ...options, credentials: 'default' as const } : options,
      };
      await session.unlock();
      const { saveExport } = await import('../exports/files/save.ts');
      const { writtenCount, skipped } = await saveExport(session.store, {
        choices,
        ...target,
        signal,
        onProgress: (done) => {
          report({ done, total: null });
        },
      });
      await folder.note(target.path);
      return {
        ...{ path: target.path, file: basename(target.path), written: writtenCount, skipped },
        ...(writtenCount === 0 && {
          advice: 'The file has no proxy. Check the filter with count.',
        }),
      };
    },
  }),
  tag: defineTool({
    title: 'Tag rows',
    act: 'annotate',
    description: 'Adds and removes tags of proxies or services.',
    input: z.strictObject({
      ...annotated,
      add: z.array(z.string().min(1).max(maxTagName)).max(100).default([]),
      remove: z.array(z.string().min(1).max(maxTagName)).max(100).default([]),
    }),
    isIdempotent: true,
    async run({ session: { store }, signal }, { list, where, ...change }) {
      const rows = readRows(list, where);
      const { label, changed } = await store.whenFree(() => store.tags.change(rows, change), signal);
      return { done: label, changed };
    },
  }),
  note: defineTool({
    title: 'Set notes',
    act: 'annotate',
    description: 'Sets or removes the note of proxies or services, in place of the one that they have.',
    input: z.strictObject({
      ...annotated,
      note: z.string().max(maxNote).nullable().describe('null removes it.'),
    }),
    isIdempotent: true,
    isDestructive: true,
    async run({ session: { store }, signal }, { list, where, note }) {
      const rows = readRows(list, where);
      const { label, changed } = await store.whenFree(() => store.notes.put(rows, note), signal);
      return { done: label, changed };
    },
  }),
  put_gateway_rule: defineTool({
    title: 'Create or change a gateway rule',
    act: 'gateway',
    description:
      'Creates a rule of the local gateway, which is then shared with agents, or changes one that the user shared. Fields that are left out keep their values. The tool gateway_address has its address.',
    input: ruleOfAgents,
    isIdempotent: true,
    isDestructive: true,
    async run({ app, session: { account, store } }, { where, ...given }) {
      const known = listRules(store).find((rule) => isSameName(rule.name, given.name));
      if (known && !known.isShared) {
        throw fail(
          'invalid-input',
          `The user did not share the rule "${known.name}" with agents. Nothing was changed. Choose another name, or ask the user to share it under Gateway.`,
        );
      }
      if (where !== undefined) readFilter(where, 'proxies');
      // Replaces the saved view of the rule.
      const found = where === undefined ? {} : { where, viewId: null };
      // Clients log in by the exact name.
      const { name } = known ?? given;
      const changes = { ...given, ...found, name, isShared: true };
      if (known) return { rule: await app.gateways.changeRule(account.id, known.id, changes) };
      return { rule: await app.gateways.putRule(account.id, ruleFields.parse({ ...defaultRule, ...changes })) };
    },
  }),
};

const readSettings = (given: z.infer<typeof settingsSchema> = {}) => {
  const { rule, ...settings } = given;
  return localTestSettings.parse({
    ...defaultLocalTest,
    ...settings,
    rule: { ...defaultLocalTest.rule, ...rule },
  });
};

const describeSync = ({ complete, requested, resources, requests, problem }: SyncOutcome) => ({
  complete,
  requests,
  problem,
  resources: Object.fromEntries(requested.map((resource) => [resource, resources[resource]])),
});
