import type { MenuCommand } from '../../../shared/ipc.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import type { DialogRequest } from '../../account/dialog-request.ts';
import type { IconName } from '../../kit/icons.ts';

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
  | 'Formats'
  | 'Filters'
  | 'Settings';

/** A command of the window; the native menu and the shortcuts name it by its ID. */
export const command = (row: Omit<Command, 'id'> & { readonly id: MenuCommand | (string & {}) }): Command => row;

/** Opens a dialog. */
export const openDialog = (app: AppState, dialog: DialogRequest) => (): void => {
  app.dialog = dialog;
};
