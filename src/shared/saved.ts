import type { JsonObject } from './json.ts';

/** The most characters of a name that a user gives a saved item or a test run. */
export const longestName = 200;

/** Items that a user saves by name: views of a list, and layouts of its columns. */
export const savedKinds = [
  'view',
  'columns',
  'export-preset',
  'template',
  'recent-copies',
  'recent-filters',
  'test-schedule',
] as const;
/** In addition to the window's items: the rules of the gateway, which have requests of their own. */
export type SavedKind = (typeof savedKinds)[number] | 'gateway-rule';

/** One saved item; the code that saves a kind defines its `content`. */
export interface SavedItem {
  readonly id: number;
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  /** Its position among items of its kind, lowest first. */
  readonly position: number;
}

/** An item to save: replaces the item with this `id`, else the one of the same name, else is added at the end. */
export interface NewSavedItem {
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  readonly id?: number | undefined;
  /** Its position, if it should have a certain one. */
  readonly position?: number | undefined;
}
