import type { JsonObject } from './json.ts';

/** The most characters of a name that a user gives a saved item or a test run. */
export const longestName = 200;

/**
 * Whether two names that a user gave are the same. Case makes no other name, nor does the way in which an accented letter
 * is composed: people do not see it, and commands and agents find things by either.
 */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Items that a user saves by name: views of a list, and layouts of its columns. */
export const savedKinds = [
  'view',
  'columns',
  'export-preset',
  'template',
  'recent-copies',
  'recent-files',
  'recent-filters',
  'test-schedule',
] as const;
/** In addition to the window's items: the rules of the gateway, which have requests of their own. */
export type SavedKind = (typeof savedKinds)[number] | 'gateway-rule';

/** Kinds that act for the user as long as they exist: an item of theirs is replaced by its ID alone. */
export const actingKinds: ReadonlySet<SavedKind> = new Set(['test-schedule', 'gateway-rule']);

/** One saved item; the code that saves a kind defines its `content`. */
export interface SavedItem {
  readonly id: number;
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  /** Its position among items of its kind, lowest first. */
  readonly position: number;
}

/**
 * An item to save: replaces the item with this `id`, else the one with exactly this name unless its kind acts, else is
 * added at the end.
 */
export interface NewSavedItem {
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  readonly id?: number | undefined;
  /** Its position, if it should have a certain one. */
  readonly position?: number | undefined;
}
