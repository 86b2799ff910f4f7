export interface KeyPress {
  readonly key: string;
  /** By an American keyboard. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export const isMac = /mac/i.test(navigator.platform);

/**
 * Whether a press is a shortcut such as `Mod+K` (Cmd on a Mac, else Ctrl), `F5` or `?`. Shift counts if named or with
 * `Mod`: keyboards differ for `?`.
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

/** By place for other scripts, and for digits with Shift, as in French. */
function namesOf({ key, code }: KeyPress): readonly string[] {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return [key, digit];
  const isLatin = /^[\x00-\x7f]*$/.test(key);
  const place = code === 'Comma' ? ',' : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return [isLatin ? key.toLowerCase() : (place ?? key)];
}

/** `Ctrl K`. */
export function labelShortcut(shortcut: string, onMac = isMac): string {
  return shortcut
    .replace('Mod', onMac ? 'Cmd' : 'Ctrl')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replaceAll('+', ' ');
}

/** Letters, and undo of typing, belong to fields. */
export function isOfFields(shortcut = ''): boolean {
  return shortcut.length === 1 || /^Mod\+(A|(Shift\+)?Z)$/.test(shortcut);
}
