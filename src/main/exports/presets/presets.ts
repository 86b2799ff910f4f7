import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ExportPreset, RefreshedPreset, ExportChoices } from '../../../shared/exports/export.ts';
import { exportChoicesSchema } from '../../../shared/exports/export-schema.ts';
import { asFailure, fail } from '../../../shared/failure.ts';
import { type JsonObject, parseJson } from '../../../shared/json.ts';
import { isSameName, type SavedItem } from '../../../shared/saved.ts';
import type { Store } from '../../store/index.ts';
import type { ExportTarget } from '../../store/user/saved.ts';
import type { ExportCounts, SaveJob } from '../files/save.ts';
import { identifyFile, isUnchanged } from '../files/write.ts';
import { queueOf, type Queue } from '../../../shared/queue.ts';
import type { Emit, Log } from '../../ports.ts';
import { createTemplateFormat } from '../formats/template.ts';

export const presetKind = 'export-preset';

/** Has fields that the window never sees. */
export interface StoredPreset {
  readonly id: number;
  readonly name: string;
  readonly choices: ExportChoices | null;
  /** In the list. */
  readonly position: number;
  readonly target: ExportTarget | null;
  /** Whether it has a local address. */
  readonly isServed: boolean;
}

/** Lists presets in saved order. */
export function listPresets(store: Store): StoredPreset[] {
  const targets = store.exportTargets.all();
  const servedIds = store.servedLists.ids();
  return store.saved.list(presetKind).map((item) => toPreset(item, targets, servedIds));
}

/**
 * Finds a preset by ID, or by name ignoring case.
 *
 * @throws FailureError `not-found`, listing the names
 */
export function findPreset(store: Store, wanted: number | string): StoredPreset {
  const items = store.saved.list(presetKind);
  const found = items.find(({ id, name }) => (typeof wanted === 'number' ? id === wanted : isSameName(name, wanted)));
  if (found) return toPreset(found, store.exportTargets.all(), store.servedLists.ids());
  const names = items.map(({ name }) => name).join(', ');
  throw fail(
    'not-found',
    `This export preset does not exist. ${names === '' ? 'No presets are saved.' : `The presets are: ${names}.`}`,
  );
}

/** The choices of a preset. Failure `invalid-input` if unreadable in this version. */
export function requireChoices({ name, choices }: StoredPreset): ExportChoices {
  if (choices !== null) return choices;
  throw fail(
    'invalid-input',
    `This version of Proxydeck cannot read the preset ${name}. The preset is unchanged. Save it again with new choices.`,
  );
}

/** Saves a preset, replacing the one of `id` or of that name. Failure `invalid-input`. */
export function putPreset(
  store: Store,
  preset: {
    readonly name: string;
    readonly choices: ExportChoices;
    readonly id?: number | undefined;
    readonly position?: number | undefined;
  },
): StoredPreset {
  // JSON drops undefined properties.
  const content = parseJson(JSON.stringify(preset.choices)) as JsonObject;
  const { error } = exportChoicesSchema.safeParse(content);
  if (error !== undefined) {
    throw fail(
      'invalid-input',
      `The preset was not saved: its choices are not valid at ${error.issues[0]?.path.join('.') ?? ''}.`,
    );
  }
  const { name, id, position } = preset;
  const kept = store.saved.put({ kind: presetKind, name, content, id, position });
  return findPreset(store, kept.id);
}

/** A preset without the fields that the window must not see. */
export const describePreset = ({ id, name, choices, position, target, isServed }: StoredPreset): ExportPreset => ({
  id,
  name,
  choices,
  position,
  isServed,
  file: target && {
    fileName: basename(target.path),
    isRefreshed: target.isRefreshed,
    problem: target.problem,
    writtenAt: target.writtenAt,
  },
});

function toPreset(
  { id, name, content, position }: SavedItem,
  targets: ReadonlyMap<number, ExportTarget>,
  servedIds: ReadonlySet<number>,
): StoredPreset {
  const parsed = exportChoicesSchema.safeParse(content);
  return {
    id,
    name,
    choices: parsed.success ? parsed.data : null,
    position,
    target: targets.get(id) ?? null,
    isServed: servedIds.has(id),
  };
}

export type Save = (job: Pick<SaveJob, 'choices' | 'path' | 'ownFiles' | 'signal'>) => Promise<ExportCounts>;

/**
 * Writes a preset, and records file and outcome unless it changes meanwhile.
 *
 * @param target.isRefreshed undefined: unchanged
 * @throws FailureError of `saveExport`, recorded if the file was the preset's
 */
export async function savePreset(
  store: Store,
  preset: StoredPreset,
  { path, isRefreshed }: { readonly path: string; readonly isRefreshed?: boolean | undefined },
  save: Save,
): Promise<ExportCounts> {
  const record = (describe: (current: ExportTarget | null) => ExportTarget | null): Promise<void> =>
    store.whenFree(() => {
      const current = readPreset(store, preset.id);
      if (!current || current.target?.path !== preset.target?.path) return;
      const target = describe(current.target);
      if (target) store.exportTargets.put(preset.id, target);
    });
  try {
    const counts = await save({ choices: requireChoices(preset), path });
    const files = counts.fileNames.map((name) => identifyFile(join(dirname(path), name)));
    const written = (await Promise.all(files)).filter((file) => file !== undefined);
    const outcome = { problem: null, writtenAt: new Date().toISOString(), written };
    await record((current) => ({
      path,
      isRefreshed: isRefreshed ?? current?.isRefreshed ?? false,
      ...outcome,
    }));
    return counts;
  } catch (error) {
    const { code, message: problem } = asFailure(error);
    // A file becomes the preset's once written.
    if (code !== 'canceled') {
      await record((current) => (current?.path === path ? { ...current, problem } : null));
    }
    throw error;
  }
}

const readPreset = (store: Store, wanted: number): StoredPreset | undefined =>
  listPresets(store).find(({ id }) => id === wanted);

/** Removes files of the last export that are neither written again nor changed by others. */
async function removeStaleFiles({ path, written }: ExportTarget, newNames: readonly string[]): Promise<void> {
  for (const file of written.filter(({ name }) => !newNames.includes(name))) {
    const stale = join(dirname(path), file.name);
    if (await isUnchanged(stale, file)) await rm(stale).catch(() => undefined);
  }
}

/** Writes presets that refresh after a sync; one that fails keeps its old file. */
export async function refreshPresets(store: Store, save: Save, signal: AbortSignal): Promise<RefreshedPreset[]> {
  const refreshed: RefreshedPreset[] = [];
  for (const { id } of listPresets(store)) {
    if (signal.aborted) break;
    // It may have changed meanwhile.
    const preset = readPreset(store, id);
    const target = preset?.target;
    if (!preset || target?.isRefreshed !== true) continue;
    const { name } = preset;
    const { path, written: ownFiles } = target;
    const fileName = basename(path);
    try {
      // Nobody can be asked, so other files stay.
      const { writtenCount, skipped, fileNames } = await savePreset(store, preset, { path }, (job) =>
        save({ ...job, ownFiles, signal }),
      );
      await removeStaleFiles(target, fileNames);
      const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
      refreshed.push({ name, fileName, writtenCount, skippedCount, problem: null });
    } catch (error) {
      const problem = asFailure(error).message;
      refreshed.push({ name, fileName, writtenCount: 0, skippedCount: 0, problem });
    }
  }
  return refreshed;
}

/**
 * Refreshes presets after syncs.
 *
 * @param parts.source a cache, and an export of it, which needs keys only to write
 */
export function createPresetRefresh(parts: {
  readonly emit: Emit;
  readonly log: Log;
  readonly source: (accountId: string) => { readonly store: Store; readonly save: Save };
}) {
  const { emit, log, source } = parts;
  const stop = new AbortController();
  const queues = new Map<string, Queue>();
  const running = new Map<string, Promise<readonly RefreshedPreset[]>>();
  const refresh = async (accountId: string): Promise<readonly RefreshedPreset[]> => {
    try {
      const { store, save } = source(accountId);
      const presets = await refreshPresets(store, save, stop.signal);
      if (presets.length > 0) emit('exports:refreshed', { accountId, presets });
      return presets;
    } catch (error) {
      log.error('presets not refreshed', error);
      return [];
    }
  };
  return {
    /** Follows any earlier refresh. */
    begin(accountId: string): void {
      running.set(
        accountId,
        queueOf(queues, accountId)(() => refresh(accountId)),
      );
    },
    /** Waits for the refresh and returns its result, once. */
    async finish(accountId: string): Promise<readonly RefreshedPreset[]> {
      const presets = (await running.get(accountId)) ?? [];
      running.delete(accountId);
      return presets;
    },
    async close(): Promise<void> {
      stop.abort();
      await Promise.all(running.values());
      running.clear();
    },
  };
}

export interface SavedTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

const toTemplate = ({ id, name, content }: SavedItem): SavedTemplate => {
  const { text } = content;
  return { id, name, text: typeof text === 'string' ? text : '' };
};

/** Lists templates in order. */
export const listTemplates = (store: Store): SavedTemplate[] => store.saved.list('template').map(toTemplate);

/**
 * Finds a template by name, ignoring case.
 *
 * @throws FailureError `not-found`, listing the names
 */
export function findTemplate(store: Store, name: string): SavedTemplate {
  const templates = listTemplates(store);
  const found = templates.find((template) => isSameName(template.name, name));
  if (found) return found;
  const names = templates.map((template) => template.name).join(', ');
  throw fail(
    'not-found',
    `The template "${name}" does not exist. ${names === '' ? 'No templates are saved.' : `The templates are: ${names}.`}`,
  );
}

/**
 * Saves or replaces a template.
 *
 * @throws FailureError `invalid-input` for a text that cannot be parsed
 */
export function saveTemplate(store: Store, name: string, text: string): SavedTemplate {
  createTemplateFormat(text);
  const known = name.trim();
  if (known === '') throw fail('invalid-input', 'A template needs a name.');
  return toTemplate(store.saved.put({ kind: 'template', name: known, content: { text } }));
}
