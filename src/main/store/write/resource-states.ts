import type { Failure } from '../../../shared/failure.ts';
import { parseObject } from '../../../shared/json.ts';
import { syncResources, type ResourceState, type SyncResource } from '../../../shared/sync.ts';
import type { Connection } from '../sqlite/connection.ts';

/** How the last sync of each resource ended, over the writing connection. */
export function createResourceStates(writer: Connection) {
  return {
    /** A sync that is not complete leaves the time of the last complete one. */
    note(
      resource: SyncResource,
      { complete, problem }: { readonly complete: boolean; readonly problem: Failure | null },
    ): void {
      writer.run(
        `INSERT INTO resource_state (resource, completed_at, problem) VALUES (?, ?, ?)
         ON CONFLICT (resource) DO UPDATE SET
           completed_at = coalesce(excluded.completed_at, completed_at), problem = excluded.problem`,
        resource,
        complete ? new Date().toISOString() : null,
        writeProblem(problem),
      );
    },
    /** When every row of a list was last compared with a response, in milliseconds since 1970; 0: never. */
    comparedAtMs(resource: SyncResource): number {
      const sql = 'SELECT compared_at FROM resource_state WHERE resource = ?';
      return Date.parse(String(writer.get(sql, resource)?.[0])) || 0;
    },
    /** After `note`. */
    noteCompared(resource: SyncResource): void {
      const sql = 'UPDATE resource_state SET compared_at = ? WHERE resource = ?';
      writer.run(sql, new Date().toISOString(), resource);
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

/** A failure as its JSON. */
export const writeProblem = (problem: Failure | null): string | null => problem && JSON.stringify(problem);

/** Parses what `writeProblem` wrote. */
export function readProblem(value: unknown): Failure | null {
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
