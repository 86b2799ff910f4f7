import { basename } from 'node:path';
import { exportChoicesSchema } from '../../../shared/exports/export-schema.ts';
import type { ExportPreset } from '../../../shared/exports/export-preset.ts';
import type { ExportChoices } from '../../../shared/exports/export.ts';
import { fail } from '../../../shared/failure.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import type { Store } from '../../store/contract.ts';
import type { WrittenFile } from '../files/write.ts';

/** The file of a preset. Stored separately, because the window never sees it. */
export interface PresetTarget {
  readonly path: string;
  readonly isRefreshed: boolean;
  readonly problem: string | null;
  readonly writtenAt: string | null;
  /** The files as they were when they were written last. */
  readonly written: readonly WrittenFile[];
}

/** A preset with the fields that only the main process sees. */
export interface StoredPreset {
  readonly id: number;
  readonly name: string;
  readonly choices: ExportChoices | null;
  readonly target: PresetTarget | null;
}

/** The presets of an account in their saved order. */
export function listPresets(store: Store): StoredPreset[] {
  const targets = new Map(store.saved.list('export-target').map((item) => [item.name, item]));
  return store.saved.list('export-preset').map((item) => toPreset(item, targets));
}

/**
 * Finds a preset by its ID, or by its name, ignoring case.
 *
 * @throws FailureError `not-found`, listing the existing names
 */
export function findPreset(store: Store, wanted: number | string): StoredPreset {
  const presets = listPresets(store);
  const found = presets.find(({ id, name }) =>
    typeof wanted === 'number' ? id === wanted : name.toLowerCase() === wanted.toLowerCase(),
  );
  if (found) return found;
  const names = presets.map(({ name }) => name).join(', ');
  throw fail(
    'not-found',
    `This export preset does not exist. ${names === '' ? 'No presets are saved.' : `The presets are: ${names}.`}`,
  );
}

/** The choices of a preset. Failure `invalid-input` if this version cannot read them. */
export function requireChoices({ name, choices }: StoredPreset): ExportChoices {
  if (choices !== null) return choices;
  throw fail(
    'invalid-input',
    `This version of Proxydeck cannot read the preset ${name}. The preset is unchanged. Save it again with new choices.`,
  );
}

/** Saves choices under a name and replaces a preset of that name; with `id` that preset is changed. */
export function putPreset(
  store: Store,
  preset: {
    readonly name: string;
    readonly choices: ExportChoices;
    readonly id?: number | undefined;
  },
): StoredPreset {
  // Through JSON, which drops undefined properties.
  const content = parseJson(JSON.stringify(preset.choices)) as JsonObject;
  const { name, id } = preset;
  const kept = store.saved.put({ kind: 'export-preset', name, content, id });
  return findPreset(store, kept.id);
}

/** Removes a preset; its file stays on disk. */
export function removePreset(store: Store, id: number): void {
  const target = store.saved.list('export-target').find(({ name }) => name === String(id));
  if (target) store.saved.remove(target.id);
  store.saved.remove(id);
}

/** Stores the file of a preset. */
export function setTarget(store: Store, presetId: number, target: PresetTarget): void {
  // Through JSON, which drops undefined properties.
  const content = parseJson(JSON.stringify(target)) as JsonObject;
  store.saved.put({ kind: 'export-target', name: String(presetId), content });
}

/** A preset without the fields that the window must not see. */
export const describePreset = ({ id, name, choices, target }: StoredPreset): ExportPreset => ({
  id,
  name,
  choices,
  file: target && {
    fileName: basename(target.path),
    isRefreshed: target.isRefreshed,
    problem: target.problem,
    writtenAt: target.writtenAt,
  },
});

function toPreset(
  { id, name, content }: SavedItem,
  targets: ReadonlyMap<string, SavedItem>,
): StoredPreset {
  const parsed = exportChoicesSchema.safeParse(content);
  return {
    id,
    name,
    choices: parsed.success ? parsed.data : null,
    target: readTarget(targets.get(String(id))?.content),
  };
}

function readTarget(content: JsonObject | undefined): PresetTarget | null {
  const { path, isRefreshed, problem, writtenAt } = content ?? {};
  if (typeof path !== 'string') return null;
  return {
    path,
    isRefreshed: isRefreshed === true,
    problem: typeof problem === 'string' ? problem : null,
    writtenAt: typeof writtenAt === 'string' ? writtenAt : null,
    written: readWritten(content?.['written']),
  };
}

function readWritten(content: JsonValue | undefined): WrittenFile[] {
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
