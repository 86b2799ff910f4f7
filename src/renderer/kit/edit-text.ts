import { ownValue } from '../../shared/own-value.ts';
/** The commands of the native menu that a text field has a meaning of its own for. */
const textCommands: Readonly<Record<string, string>> = {
  undo: 'undo',
  redo: 'redo',
  'select-all': 'selectAll',
};

/**
 * Does a command in the text field that has the focus.
 *
 * @returns false if it is not about text, or no text field has the focus
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
