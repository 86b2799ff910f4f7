/** The parts of a keyboard event that tell a shortcut. */
export interface KeyPress {
  readonly key: string;
  /** The place of the key, by its name on an American keyboard. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export const isMac = /mac/i.test(navigator.platform);

/**
 * Whether a press is a shortcut such as `Mod+K`, `Alt+ArrowLeft`, `F5` or `?`. `Mod` is Cmd on a
 * Mac and Ctrl elsewhere. Shift is only asked about where the shortcut names it
 * or `Mod`: `?` needs Shift on some keyboards and not on others.
 */
export function isShortcut(press: KeyPress, shortcut: string, onMac = isMac): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const hasMod = parts.includes('Mod');
  const mod = onMac ? press.metaKey : press.ctrlKey;
  const otherMod = onMac ? press.ctrlKey : press.metaKey;
  if (press.altKey !== parts.includes('Alt') || otherMod || mod !== hasMod) return false;
  if (hasMod && press.shiftKey !== parts.includes('Shift')) return false;
  return namesOf(press).includes(key.toLowerCase());
}

/** Where the keyboard writes another script, a key goes by its place; so does a digit that needs Shift, as on French ones. */
function namesOf({ key, code }: KeyPress): readonly string[] {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return [key, digit];
  const isLatin = /^[\x00-\x7f]*$/.test(key);
  const place = code === 'Comma' ? ',' : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return [isLatin ? key.toLowerCase() : (place ?? key)];
}

/** A shortcut as keys are named: `Ctrl K`. */
export function labelShortcut(shortcut: string, onMac = isMac): string {
  return shortcut
    .replace('Mod', onMac ? 'Cmd' : 'Ctrl')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replaceAll('+', ' ');
}

/** Whether a field that is typed in has a use of its own for a shortcut: letters, and undoing what was typed. */
export function isOfFields(shortcut = ''): boolean {
  return shortcut.length === 1 || /^Mod\+(A|(Shift\+)?Z)$/.test(shortcut);
}
