import { basename } from 'node:path';
import { exportChoicesSchema } from '../../../shared/exports/export-schema.ts';
import type { ExportPreset, ReplacedAddresses } from '../../../shared/exports/export-preset.ts';
import type { ExportChoices } from '../../../shared/exports/export.ts';
import { fail } from '../../../shared/failure.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { parseJson, type JsonObject } from '../../../shared/json.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import { listOf } from '../../../shared/rows.ts';
import type { Store } from '../../store/index.ts';
import type { ExportTarget } from '../../store/user/export-targets.ts';
import { listUsers } from '../export-users.ts';

/** A preset with the fields that only the main process sees. */
export interface StoredPreset {
  readonly id: number;
  readonly name: string;
  readonly choices: ExportChoices | null;
  readonly target: ExportTarget | null;
}

/** The presets of an account in their saved order. */
export function listPresets(store: Store): StoredPreset[] {
  const targets = store.exportTargets.all();
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

/**
 * Saves choices under a name and replaces a preset of that name; with `id` that preset is changed. Failure
 * `invalid-input` for choices that no preset can have.
 */
export function putPreset(
  store: Store,
  preset: {
    readonly name: string;
    readonly choices: ExportChoices;
    readonly id?: number | undefined;
  },
): StoredPreset {
  // Through JSON, which drops undefined properties. Nothing is saved that cannot be read again.
  const content = parseJson(JSON.stringify(preset.choices)) as JsonObject;
  const { error } = exportChoicesSchema.safeParse(content);
  if (error !== undefined) {
    throw fail(
      'invalid-input',
      `The preset was not saved: its choices are not valid at ${error.issues[0]?.path.join('.') ?? ''}.`,
    );
  }
  const { name, id } = preset;
  const kept = store.saved.put({ kind: 'export-preset', name, content, id });
  return findPreset(store, kept.id);
}

/** The presets whose files have addresses that were replaced since the files were written. */
export function findReplaced(store: Store): ReplacedAddresses[] {
  return listPresets(store).flatMap(({ id, choices, target }): ReplacedAddresses[] => {
    const writtenAt = target?.writtenAt ?? null;
    if (writtenAt === null || choices === null || choices.gatewayRuleId !== undefined) return [];
    // Running the preset says what is wrong with its filter.
    if (
      choices.proxies.kind === 'query' &&
      !parseQuery(choices.proxies.where, listOf(choices.proxies)).ok
    )
      return [];
    const users = listUsers(choices);
    const count = store.changeLog.countReplaced(writtenAt, {
      rows: choices.proxies,
      accessibleTo: users.length === 0 ? null : users,
      ip: choices.ip,
    });
    return count === 0 ? [] : [{ id, count }];
  });
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
  targets: ReadonlyMap<number, ExportTarget>,
): StoredPreset {
  const parsed = exportChoicesSchema.safeParse(content);
  return {
    id,
    name,
    choices: parsed.success ? parsed.data : null,
    target: targets.get(id) ?? null,
  };
}
