import { isJsonObject, type JsonValue } from '../../../shared/json.ts';
import { readStoredJson } from '../schema/column-form.ts';
import type { StoreContext } from '../context.ts';

/** The file of an export preset. The window and backups have nothing of it. */
export interface ExportTarget {
  readonly path: string;
  /** Whether it is written again after each sync. */
  readonly isRefreshed: boolean;
  /** Why it could not be written the last time. */
  readonly problem: string | null;
  /** ISO 8601 in UTC; null: never. */
  readonly writtenAt: string | null;
  /** The files as they were when they were written last. */
  readonly written: readonly {
    readonly name: string;
    readonly size: number;
    readonly modifiedMs: number;
  }[];
}

/** The files of export presets, by the IDs of the presets; they go with them. */
export const createExportTargets = ({ writer }: StoreContext) => ({
  all: (): ReadonlyMap<number, ExportTarget> =>
    new Map(
      writer
        .objects<StoredTarget>('SELECT * FROM user.export_target')
        .map(({ preset_id, path, is_refreshed, problem, written_at, written }) => [
          preset_id,
          {
            path,
            isRefreshed: is_refreshed === 1,
            problem,
            writtenAt: written_at,
            written: readWritten(readStoredJson(written)),
          },
        ]),
    ),
  /** Stores the file of a preset; of one that is gone nothing. */
  put(presetId: number, target: ExportTarget): void {
    const { path, isRefreshed, problem, writtenAt, written } = target;
    writer.run(
      `INSERT OR REPLACE INTO user.export_target (preset_id, path, is_refreshed, problem, written_at, written)
       SELECT id, ?, ?, ?, ?, ? FROM user.saved WHERE id = ?`,
      path,
      isRefreshed ? 1 : 0,
      problem,
      writtenAt,
      JSON.stringify(written),
      presetId,
    );
  },
});

interface StoredTarget {
  readonly preset_id: number;
  readonly path: string;
  readonly is_refreshed: number;
  readonly problem: string | null;
  readonly written_at: string | null;
  readonly written: string;
}

function readWritten(content: JsonValue): ExportTarget['written'] {
  // Array.isArray does not narrow a readonly array.
  const files = Array.isArray(content) ? (content as readonly JsonValue[]) : [];
  return files
    .filter(isJsonObject)
    .flatMap(({ name, size, modifiedMs }) =>
      typeof name === 'string' && typeof size === 'number' && typeof modifiedMs === 'number'
        ? [{ name, size, modifiedMs }]
        : [],
    );
}
