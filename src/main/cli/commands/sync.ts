import type { RefreshedPreset } from '../../../shared/exports/export.ts';
import { describeFailure, fail } from '../../../shared/failure.ts';
import {
  describeWait,
  resourceWords,
  syncResources,
  type ResourceOutcome,
  type SyncOutcome,
  type SyncProgress,
  type SyncResource,
} from '../../../shared/sync.ts';
import { defineCommand, exitCodeOf, exitCodes, type ExitCode } from '../command.ts';
import { optionsOf } from '../options.ts';
import { formatProgress, refuseWords } from '../output.ts';

const labelOf = (resource: SyncResource): string => {
  const words = resourceWords[resource];
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** For example the list being read, or the wait for the service. */
export function formatSyncProgress(progress: SyncProgress): string {
  const { resource, received, expected } = progress;
  return describeWait(progress) ?? formatProgress(labelOf(resource), received, expected);
}

export const syncCommand = defineCommand({
  usage: 'sync [--only RESOURCE...] [--full] [--accept-empty] [--wait]',
  summary: `Fetch the account into the cache. --only fetches parts: ${syncResources.join(', ')}. --full also writes rows that did not change. --accept-empty accepts a list that is suddenly empty, or less than half as long. --wait waits for another sync of the account.`,
  example: 'sync --only proxies,catalog',
  options: optionsOf('accept-empty', 'full', 'only', 'wait'),
  async run({ app, session, output, signal }, words, options) {
    refuseWords(words);
    const only = options.only.length === 0 ? undefined : readResources(options.only);
    const opened = session();
    const { store } = opened;
    if (options.full) await store.whenFree(store.syncs.forgetComparisons, signal);
    const outcome = await app.sync(opened, {
      signal,
      only,
      acceptEmpty: options['accept-empty'],
      onWait: options.wait
        ? (waitedMs) => {
            const line = 'Another Proxydeck process is syncing this account. Waiting for it to finish';
            if (waitedMs === 0) output.message(`proxydeck: ${line}.`);
            else output.progress(`${line}  ${String(Math.round(waitedMs / 1000))} s`);
          }
        : undefined,
      onProgress: (progress) => {
        output.progress(formatSyncProgress(progress));
      },
    });
    const presets = await app.presetRefresh.finish(opened.account.id);
    output.json({
      complete: outcome.complete,
      resources: Object.fromEntries(
        outcome.requested.map((resource) => [resource, describe(outcome.resources[resource])]),
      ),
      requests: outcome.requests,
      duration_ms: outcome.durationMs,
      problem: outcome.problem,
      ...(presets.length > 0 && { presets: presets.map(describePresetFile) }),
    });
    for (const resource of outcome.requested) {
      const { total, added, changed, removed, complete } = outcome.resources[resource];
      output.line(
        `${labelOf(resource)}: ${String(total)} cached` +
          ` (${String(added)} added, ${String(changed)} changed, ${String(removed)} removed)` +
          (complete ? '' : ', incomplete: nothing was removed'),
      );
    }
    for (const { name, fileName, writtenCount, problem } of presets) {
      if (problem === null) {
        output.line(`Export preset ${name}: ${String(writtenCount)} written to ${fileName}`);
      } else output.message(`proxydeck: Export preset ${name}: ${problem}`);
    }
    for (const message of describeProblems(outcome)) output.message(`proxydeck: ${message}`);
    const code = exitCodeOfOutcome(outcome);
    const isBehind = presets.some(({ problem }) => problem !== null);
    return code === exitCodes.done && isBehind ? exitCodes.incomplete : code;
  },
});

const describePresetFile = (preset: RefreshedPreset): object => ({
  name: preset.name,
  file: preset.fileName,
  written: preset.writtenCount,
  skipped: preset.skippedCount,
  problem: preset.problem,
});

/** Separated by commas or given several times. Failure `invalid-input`. */
function readResources(texts: readonly string[]): SyncResource[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const name = text.trim().replaceAll('-', '_');
      const found = syncResources.find((resource) => resource === name);
      if (found) return found;
      throw fail('invalid-input', `--only takes ${syncResources.join(', ')}, not "${text}".`);
    });
}

const describe = ({ withoutId, ...counts }: ResourceOutcome): object => ({
  ...counts,
  without_id: withoutId,
});

/** Once each: the reason to stop is that of many resources. */
function describeProblems({ requested, resources }: SyncOutcome): string[] {
  const byMessage = new Map<string, string[]>();
  for (const resource of requested) {
    const { problem } = resources[resource];
    if (problem === null) continue;
    const message = describeFailure(problem);
    byMessage.set(message, [...(byMessage.get(message) ?? []), labelOf(resource)]);
  }
  return [...byMessage].map(([message, names]) => `${names.join(', ')}: ${message}`);
}

/** Succeeds if the main lists are complete. */
export function exitCodeOfOutcome({ complete, problem, requested, resources }: SyncOutcome): ExitCode {
  if (!complete) return problem ? exitCodeOf(problem.code) : exitCodes.incomplete;
  const isWhole = requested.every((resource) => {
    const { code } = resources[resource].problem ?? { code: 'not-found' };
    return code === 'not-found';
  });
  return isWhole ? exitCodes.done : exitCodes.incomplete;
}
