import type { Failure } from '../../../shared/failure.ts';
import type { ReceivedRecord } from '../../../shared/records/cached-record.ts';
import {
  mapSyncLists,
  type SyncList,
  type SyncResource,
  syncResources,
  type ResourceState,
} from '../../../shared/sync.ts';
import type { StoreContext, Written } from '../types.ts';
import { layouts, type StoredList } from '../schema/layout.ts';
import {
  followReplacements,
  rememberGone,
  createTestedEndpoints,
  endpointFields,
} from '../user/follow-replacements.ts';
import { createKnownSecrets } from '../read/known-secrets.ts';
import { startListPass } from './list-pass.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { createRowWriter, digestRecords, hashOf, type RowWriter } from './row-writer.ts';
import { textOrNull } from '../schema/column-form.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import { parseObject } from '../../../shared/json.ts';

export type Syncs = ReturnType<typeof createSyncs>;

/** A thorough pass takes twice as long as a sync without changes. */
const thoroughEveryMs = 24 * 60 * 60 * 1000;

/** A future time is from a wrong clock. */
const isDue = (comparedAtMs: number, nowMs: number): boolean =>
  comparedAtMs > nowMs || nowMs - comparedAtMs >= thoroughEveryMs;

/** Others are only counted. */
const maxChangesPerSync = 100_000;

const columnIndex = (name: string): number => layouts.proxies.columns.findIndex(({ field }) => field === name);
const idPlace = columnIndex('proxy_id');
const endpointPlaces = endpointFields.map(columnIndex);

/** Writes what syncs receive. */
export function createSyncs(context: StoreContext, maxChanges = maxChangesPerSync) {
  const { writer, vault, nowMs } = context;
  const knownSecrets = createKnownSecrets(context);
  const recorder = createChangeRecorder(context, maxChanges);
  const recorders = mapSyncLists((list) => recorder.of(list));
  const endpoints = createTestedEndpoints(writer);
  const noteProxy = (before: readonly SqlValue[] | undefined, after: readonly SqlValue[]): void => {
    const of = (columns: readonly SqlValue[]) => endpointPlaces.map((at) => columns[at]);
    endpoints.written(after[idPlace] ?? null, before && of(before), of(after));
  };
  const writers: { readonly [L in StoredList]: RowWriter } = {
    ...mapSyncLists((list) =>
      createRowWriter(
        writer,
        layouts[list],
        knownSecrets.isIn,
        recorders[list],
        list === 'proxies' ? noteProxy : undefined,
      ),
    ),
    adjustments: createRowWriter(writer, layouts.adjustments, knownSecrets.isIn),
  };
  const states = createResourceStates(context);
  const transact = <T>(work: () => T): T =>
    writer.transact(() => {
      // Another process may have written, or a transaction was rolled back.
      for (const rows of Object.values(writers)) rows.forget();
      recorder.forget();
      endpoints.forget();
      const done = work();
      recorder.addUp();
      return done;
    });

  return {
    /** ISO 8601 in UTC. */
    startRun: (startedAt: string) => {
      recorder.begin(startedAt);
    },
    /** `problem`: a failure code. */
    endRun: (run: Parameters<typeof recorder.finish>[0]) => {
      recorder.finish(run);
    },
    /** Writes the changed rows of a page in one transaction. */
    writePage(resource: StoredList, records: readonly ReceivedRecord[]): Written {
      const atHand = vault();
      knownSecrets.forget();
      knownSecrets.expect(layouts[resource], records);
      const hashes = atHand.fingerprints(digestRecords(records));
      const rows = transact(() =>
        records.map((record, row) => writers[resource].write(record, hashOf(hashes, row), atHand)),
      );
      const count = (wanted: (typeof rows)[number]['outcome']): number =>
        rows.filter(({ outcome }) => outcome === wanted).length;
      return { added: count('added'), changed: count('changed') };
    },
    /** Starts a pass; needs an unlocked store. Once a day it compares every row, which repairs the file. */
    startPass(resource: SyncList) {
      knownSecrets.forget();
      return startListPass({
        connection: writer,
        layout: layouts[resource],
        writer: writers[resource],
        vault,
        transact,
        recorder: recorders[resource],
        isThorough: isDue(states.comparedAtMs(resource), nowMs()),
        onPage: (records) => {
          knownSecrets.expect(layouts[resource], records);
        },
      });
    },
    countRows: (resource: StoredList) => Number(writer.get(`SELECT count(*) FROM ${layouts[resource].table}`)?.[0]),
    /**
     * Removes rows and completes the list in one transaction.
     *
     * @param isCompared the last pass was thorough
     */
    finishList(resource: SyncList, removedKeys: readonly number[], isCompared = false): void {
      // Replaced proxies are found by address only.
      if (resource === 'proxies') rememberGone(writer, removedKeys);
      transact(() => {
        writers[resource].remove(removedKeys);
        writers[resource].removeReleasedSecrets();
        states.note(resource, { complete: true, problem: null });
        if (isCompared) states.noteCompared(resource);
      });
      if (resource === 'proxies') followReplacements(writer, null);
    },
    /** A problem stays until the next run. */
    noteOutcomes(outcomes: Iterable<readonly [SyncResource, { complete: boolean; problem: Failure | null }]>): void {
      transact(() => {
        for (const [resource, outcome] of outcomes) states.note(resource, outcome);
      });
    },
    resourceStates: () => states.all(),
    /** Makes the next pass over each list thorough. */
    forgetComparisons: (): void => {
      transact(() => {
        states.forgetComparisons();
      });
    },
    /** Removes deleted data from the log; while it is read, at closing. */
    emptyLog(): void {
      writer.emptyLog();
    },
    /** ISO 8601 in UTC. */
    finishRun(run: {
      readonly startedAt: string;
      readonly finishedAt: string;
      readonly complete: boolean;
      readonly problem: Failure | null;
    }): void {
      writer.run(
        `INSERT INTO last_run (id, started_at, completed_at, problem) VALUES (1, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at,
           completed_at = coalesce(excluded.completed_at, completed_at),
           problem = excluded.problem`,
        run.startedAt,
        run.complete ? run.finishedAt : null,
        writeProblem(run.problem),
      );
    },
    lastRun() {
      const [startedAt, completedAt, problem] =
        writer.get('SELECT started_at, completed_at, problem FROM last_run') ?? [];
      return {
        lastCompletedAt: textOrNull(completedAt),
        lastAttemptAt: textOrNull(startedAt),
        lastProblem: readProblem(problem),
      };
    },
  };
}

/** How the last sync of each resource ended, over the writing connection. */
function createResourceStates({ writer, nowMs }: StoreContext) {
  const now = (): string => new Date(nowMs()).toISOString();
  return {
    /** An incomplete sync keeps the last complete time. */
    note(
      resource: SyncResource,
      { complete, problem }: { readonly complete: boolean; readonly problem: Failure | null },
    ): void {
      writer.run(
        `INSERT INTO resource_state (resource, completed_at, problem) VALUES (?, ?, ?)
         ON CONFLICT (resource) DO UPDATE SET
           completed_at = coalesce(excluded.completed_at, completed_at), problem = excluded.problem`,
        resource,
        complete ? now() : null,
        writeProblem(problem),
      );
    },
    /** Milliseconds since 1970; 0: never. */
    comparedAtMs(resource: SyncResource): number {
      const sql = 'SELECT compared_at FROM resource_state WHERE resource = ?';
      return Date.parse(String(writer.get(sql, resource)?.[0])) || 0;
    },
    noteCompared(resource: SyncResource): void {
      const sql = 'UPDATE resource_state SET compared_at = ? WHERE resource = ?';
      writer.run(sql, now(), resource);
    },
    forgetComparisons(): void {
      writer.run('UPDATE resource_state SET compared_at = NULL');
    },
    all(): { readonly [R in SyncResource]: ResourceState } {
      const rows = writer.objects<{
        resource: string;
        completedAt: string | null;
        problem: string;
      }>('SELECT resource, completed_at AS completedAt, problem FROM resource_state');
      const states = new Map(
        rows.map(({ resource, completedAt, problem }) => [resource, { completedAt, problem: readProblem(problem) }]),
      );
      const never: ResourceState = { completedAt: null, problem: null };
      // Every resource is in it, as the type requires.
      return Object.fromEntries(syncResources.map((resource) => [resource, states.get(resource) ?? never])) as {
        [R in SyncResource]: ResourceState;
      };
    },
  };
}

const writeProblem = (problem: Failure | null): string | null => problem && JSON.stringify(problem);

function readProblem(value: unknown): Failure | null {
  if (typeof value !== 'string') return null;
  const { code, message } = parseObject(value);
  if (typeof code === 'string' && typeof message === 'string') {
    // Nothing else was written.
    return parseObject(value) as unknown as Failure;
  }
  return {
    code: 'database-damaged',
    message: 'The problem of the last sync was damaged in the cache. Sync again to see it.',
  };
}
