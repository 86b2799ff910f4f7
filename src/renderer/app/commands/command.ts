import type { MenuCommand } from '../../../shared/ipc.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import type { DialogRequest } from '../../account/dialog-request.ts';
import type { IconName } from '../../kit/icons.ts';

/** An action with a name: in the palette, on a shortcut, in the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly shortcut: string | null;
  readonly isEnabled: boolean;
  /** The heading under which the palette lists it; default: `Commands`. */
  readonly group?: CommandGroup;
  readonly icon?: IconName;
  /** A remark at the end of its line. */
  readonly note?: string;
  /** The actions on a record, which the palette shows below it; `run` is the first of them. */
  readonly actions?: readonly Command[];
  run(): void;
}

/** The groups of the palette. */
export type CommandGroup =
  'Commands' | 'Proxy users' | 'Services' | 'Proxies' | 'Saved views' | 'Export presets';

/** A command of the window. */
export const command = (
  id: MenuCommand | (string & {}),
  title: string,
  shortcut: string | null,
  run: () => void,
  isEnabled = true,
): Command => ({ id, title, shortcut, isEnabled, run });

/** Opens a dialog. */
export const openDialog = (app: AppState, dialog: DialogRequest) => (): void => {
  app.dialog = dialog;
};
