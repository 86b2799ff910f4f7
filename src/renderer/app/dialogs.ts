import type { Component } from 'svelte';
import AccessCheckDialog from '../access/AccessCheckDialog.svelte';
import type { DialogProps } from '../account/dialog-request.ts';
import AccountsDialog from '../accounts/AccountsDialog.svelte';
import AddAccountDialog from '../accounts/AddAccountDialog.svelte';
import ProfileDialog from '../accounts/ProfileDialog.svelte';
import RemoveAccountDialog from '../accounts/RemoveAccountDialog.svelte';
import ReplaceKeysDialog from '../accounts/ReplaceKeysDialog.svelte';
import AdjustmentDialog from '../adjustments/AdjustmentDialog.svelte';
import ManageTagsDialog from '../annotations/ManageTagsDialog.svelte';
import NoteDialog from '../annotations/NoteDialog.svelte';
import TagsDialog from '../annotations/TagsDialog.svelte';
import ExportDialog from '../exports/ExportDialog.svelte';
import FilterReference from '../filter/FilterReference.svelte';
import ClearRequestsDialog from '../gateway/ClearRequestsDialog.svelte';
import LineDialog from '../gateway/LineDialog.svelte';
import RuleDialog from '../gateway/RuleDialog.svelte';
import NameDialog from '../kit/dialog/NameDialog.svelte';
import ReferenceDialog from '../reference/ReferenceDialog.svelte';
import SaveViewDialog from '../saved-views/SaveViewDialog.svelte';
import EditServiceDialog from '../services/EditServiceDialog.svelte';
import RestoreRecordsDialog from '../settings/RestoreRecordsDialog.svelte';
import SettingsDialog from '../settings/SettingsDialog.svelte';
import DeleteRunDialog from '../test-runs/DeleteRunDialog.svelte';
import ReportDialog from '../test-runs/ReportDialog.svelte';
import RunGroupsDialog from '../test-runs/RunGroupsDialog.svelte';
import TestDialog from '../test-runs/TestDialog.svelte';
import CommandPalette from './commands/CommandPalette.svelte';
import type { Command } from './commands/command.ts';
import ShortcutsDialog from './commands/ShortcutsDialog.svelte';

interface Closable {
  readonly onclose: () => void;
}

export interface AppParts {
  readonly commands: readonly Command[];
  readonly find: (text: string) => Promise<readonly Command[]>;
}

type AppDialog =
  | 'add-account'
  | 'remove-account'
  | 'settings'
  | 'restore-records'
  | 'accounts'
  | 'palette'
  | 'shortcuts';

/** Without an open account, or outliving it. */
export const appDialogs: {
  readonly [K in AppDialog]: Component<DialogProps[K] & Closable & AppParts>;
} = {
  'add-account': AddAccountDialog,
  'remove-account': RemoveAccountDialog,
  settings: SettingsDialog,
  'restore-records': RestoreRecordsDialog,
  accounts: AccountsDialog,
  palette: CommandPalette,
  shortcuts: ShortcutsDialog,
};

export const accountDialogs: {
  readonly [K in Exclude<keyof DialogProps, AppDialog>]: Component<DialogProps[K] & Closable>;
} = {
  export: ExportDialog,
  rename: NameDialog,
  test: TestDialog,
  'delete-run': DeleteRunDialog,
  report: ReportDialog,
  'run-groups': RunGroupsDialog,
  access: AccessCheckDialog,
  'replace-keys': ReplaceKeysDialog,
  adjustment: AdjustmentDialog,
  'edit-service': EditServiceDialog,
  'gateway-rule': RuleDialog,
  'clear-requests': ClearRequestsDialog,
  'gateway-line': LineDialog,
  'filter-reference': FilterReference,
  reference: ReferenceDialog,
  profile: ProfileDialog,
  'save-view': SaveViewDialog,
  tags: TagsDialog,
  note: NoteDialog,
  'manage-tags': ManageTagsDialog,
};
