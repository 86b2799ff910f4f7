import { ownValue } from '../../shared/own-value.ts';
/** Menu commands with a meaning in text fields. */
const textCommands: Readonly<Record<string, string>> = {
  undo: 'undo',
  redo: 'redo',
  'select-all': 'selectAll',
};

/**
 * Does a command in the focused text field.
 *
 * @returns false if it does not apply
 */
export function editText(command: string): boolean {
  const name = ownValue(textCommands, command);
  const focused = document.activeElement;
  if (name === undefined || !focused?.matches('input, textarea')) return false;
  // Nothing else reaches what Chromium remembers of typing; menu items of the system do the same.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand(name);
  return true;
}
