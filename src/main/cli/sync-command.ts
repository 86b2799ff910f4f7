import {
  syncResources,
  type ResourceOutcome,
  type SyncOutcome,
  type SyncResource,
} from '../../shared/sync.ts';
import { defineCommand } from './context.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { formatProgress, refuseWords } from './output.ts';

const labels: { readonly [R in SyncResource]: string } = {
  services: 'Services',
  proxies: 'Proxies',
  proxy_users: 'Proxy users',
  residential_ledger: 'Residential ledger',
  summaries: 'Usage summaries',
  customer: 'Customer',
  catalog: 'Catalog',
  adjustments: 'Adjustments',
};

/** `sync`: fetches the lists of the account into the offline copy. */
export const syncCommand = defineCommand({
  usage: 'sync [--accept-empty]',
  summary:
    'Fetch services, proxies and proxy users. --accept-empty believes a list that is suddenly empty.',
  options: { 'accept-empty': 'flag' },
  async run({ app, session, output, signal }, words, options) {
    refuseWords(words);
    const outcome = await app.sync(session(), {
      signal,
      acceptEmpty: options['accept-empty'],
      onProgress: ({ resource, received, expected }) => {
        output.progress(formatProgress(labels[resource], received, expected));
      },
    });
    output.json({
      complete: outcome.complete,
      resources: Object.fromEntries(
        syncResources.map((resource) => [resource, describe(outcome.resources[resource])]),
      ),
      requests: outcome.requests,
      duration_ms: outcome.durationMs,
      problem: outcome.problem,
    });
    for (const resource of syncResources) {
      const { total, added, changed, removed, complete } = outcome.resources[resource];
      output.line(
        `${labels[resource]}: ${String(total)} in the offline copy` +
          ` (${String(added)} added, ${String(changed)} changed, ${String(removed)} removed)` +
          (complete ? '' : ', list incomplete: nothing was removed'),
      );
    }
    if (outcome.problem) output.message(`proxydeck: ${outcome.problem.message}`);
    return exitCodeOfOutcome(outcome);
  },
});

const describe = ({ withoutId, ...counts }: ResourceOutcome): object => ({
  ...counts,
  without_id: withoutId,
});

function exitCodeOfOutcome({ complete, problem }: SyncOutcome): ExitCode {
  if (complete) return exitCodes.done;
  return problem ? exitCodeOf(problem.code) : exitCodes.incomplete;
}
