import type { MenuCommand } from '../../../shared/ipc.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import type { DialogRequest } from '../../account/dialog-request.ts';
import type { IconName } from '../../kit/icons.ts';
import fuzzysort from 'fuzzysort';

/** An action with a name: in the palette, on a shortcut, in the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly shortcut?: string;
  /** Why it can do nothing now; null or absent: it can be run. */
  readonly reason?: string | null;
  /** The heading under which the palette lists it; default: `Commands`. */
  readonly group?: CommandGroup;
  readonly icon?: IconName;
  /** Other words by which people look for it in the palette. */
  readonly words?: string;
  /** Whether the palette lists it only for somebody who types a part of its name. */
  readonly isRare?: true;
  /** A remark at the end of its row. */
  readonly note?: string;
  /** The actions on a record, which the palette shows below it; `run` is the first of them. */
  readonly actions?: readonly Command[];
  run(): void;
}

/** The groups of the palette. */
export type CommandGroup =
  | 'Commands'
  | 'Proxy users'
  | 'Services'
  | 'Proxies'
  | 'Saved views'
  | 'Export presets'
  | 'Test runs'
  | 'Formats'
  | 'Filters'
  | 'Settings';

/** A command of the window; the native menu and the shortcuts name it by its ID. */
export const command = (row: Omit<Command, 'id'> & { readonly id: MenuCommand | (string & {}) }): Command => row;

/** Opens a dialog. */
export const openDialog = (app: AppState, dialog: DialogRequest) => (): void => {
  app.dialog = dialog;
};

const maxFound = 40;
/** Of 1; lower, a few letters would match almost every title. */
const lowestScore = 0.3;

/** Kinds of which there are many: they are listed only when searched for. */
const searchedOnly: readonly Command['group'][] = ['Proxy users', 'Services', 'Proxies', 'Test runs', 'Settings'];
const isSearchedOnly = ({ group, isRare }: Command): boolean => isRare === true || searchedOnly.includes(group);

/**
 * Finds commands by a part of their title or by a synonym, best first. Actions on a record are
 * found as well, unless the record itself is. Without a text: the recent commands, then the
 * others in their order, except rare ones and those of single records.
 */
export function searchCommands(
  commands: readonly Command[],
  text: string,
  recentIds: readonly string[],
): readonly Command[] {
  const enabled = commands.filter(({ id, reason }) => reason == null && id !== 'palette');
  if (text.trim() === '') {
    const recent = recentIds.flatMap((id) => enabled.find((command) => command.id === id) ?? []);
    const others = enabled.filter((command) => !isSearchedOnly(command) && !recent.includes(command));
    return [...recent, ...others];
  }
  const all = enabled.flatMap((command) => [command, ...(command.actions ?? [])]);
  const found = fuzzysort.go(text.trim(), all, {
    keys: ['title', ({ words = '' }) => words],
    limit: maxFound,
    threshold: lowestScore,
  });
  const hits = found.map(({ obj }) => obj);
  const nested = new Set(hits.flatMap(({ actions }) => actions ?? []));
  return hits.filter((hit) => !nested.has(hit));
}

interface PaletteRow {
  readonly command: Command;
  /** Whether it is an action on the record above it. */
  readonly isNested: boolean;
}

interface PaletteGroup {
  readonly title: string;
  readonly rows: readonly PaletteRow[];
}

/**
 * Groups commands for the palette; the group of the best match comes first.
 *
 * @param recentIds the commands to list under `Recent`
 * @param openId the record that shows its actions; null: none
 */
export function groupCommands(
  found: readonly Command[],
  recentIds: readonly string[],
  openId: string | null,
): readonly PaletteGroup[] {
  const titleOf = ({ id, group = 'Commands' }: Command): string => (recentIds.includes(id) ? 'Recent' : group);
  const titles = [...new Set(found.map(titleOf))];
  return titles.map((title) => ({
    title,
    rows: found
      .filter((command) => titleOf(command) === title)
      .flatMap((command) => [
        { command, isNested: false },
        ...(command.id === openId ? (command.actions ?? []) : []).map((one) => ({
          command: one,
          isNested: true,
        })),
      ]),
  }));
}

const storageKey = 'recent-commands';
const maxRecent = 5;

/** The IDs of the commands that the palette ran last, newest first. */
export function readRecentIds(): readonly string[] {
  return (localStorage.getItem(storageKey) ?? '').split('\n').filter((id) => id !== '');
}

/** Remembers a command that the palette ran, except those with a group: another account has others with the same IDs. */
export function rememberCommand({ id, group }: Command): void {
  if (group !== undefined) return;
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, maxRecent);
  localStorage.setItem(storageKey, ids.join('\n'));
}
