import type { MenuCommand } from '../../../shared/ipc.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import type { DialogRequest } from '../../account/dialog-request.ts';
import type { IconName } from '../../kit/icons.ts';
import fuzzysort from 'fuzzysort';

/** In the palette, on a shortcut, in the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** `Mod`: Cmd on a Mac, else Ctrl. */
  readonly shortcut?: string;
  /** Null or absent: it can run. */
  readonly reason?: string | null;
  /** Default: `Commands`. */
  readonly group?: CommandGroup;
  readonly icon?: IconName;
  /** For the palette. */
  readonly words?: string;
  /** Only when searched. */
  readonly isRare?: true;
  /** At the row's end. */
  readonly note?: string;
  /** Below a record; `run` is the first. */
  readonly actions?: readonly Command[];
  run(): void;
}

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

/** Menu and shortcuts use the ID. */
export const command = (row: Omit<Command, 'id'> & { readonly id: MenuCommand | (string & {}) }): Command => row;

export const openDialog = (app: AppState, dialog: DialogRequest) => (): void => {
  app.dialog = dialog;
};

const maxFound = 40;
/** Lower, few letters match almost everything. */
const lowestScore = 0.3;

/** Listed only for a search, because there are many. */
const searchedOnly: readonly Command['group'][] = ['Proxy users', 'Services', 'Proxies', 'Test runs', 'Settings'];
const isSearchedOnly = ({ group, isRare }: Command): boolean => isRare === true || searchedOnly.includes(group);

/**
 * Finds by title or synonym, best first; actions on a record unless that is found. Without a text: recent, then others
 * but rare ones and records'.
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
  /** On the record above. */
  readonly isNested: boolean;
}

interface PaletteGroup {
  readonly title: string;
  readonly rows: readonly PaletteRow[];
}

/**
 * The best match's group is first.
 *
 * @param recentIds for `Recent`
 * @param openId null: no record shows actions
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

/** Reads IDs, newest first. */
export function readRecentIds(): readonly string[] {
  return (localStorage.getItem(storageKey) ?? '').split('\n').filter((id) => id !== '');
}

/** Not with a group: IDs differ between accounts. */
export function rememberCommand({ id, group }: Command): void {
  if (group !== undefined) return;
  const ids = [id, ...readRecentIds().filter((other) => other !== id)].slice(0, maxRecent);
  localStorage.setItem(storageKey, ids.join('\n'));
}
