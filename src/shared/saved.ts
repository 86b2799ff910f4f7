import type { JsonObject } from './json.ts';

export const longestName = 200;

/** Ignores case and composition of accents, which people do not see. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

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
/** Rules have requests of their own. */
export type SavedKind = (typeof savedKinds)[number] | 'gateway-rule';

/** They act as long as they exist; only their ID replaces them. */
export const actingKinds: ReadonlySet<SavedKind> = new Set(['test-schedule', 'gateway-rule']);

/** `content` depends on the kind. */
export interface SavedItem {
  readonly id: number;
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  /** Lowest first. */
  readonly position: number;
}

/** Replaces the item with `id`, else of exactly this name (unless its kind acts), else is added. */
export interface NewSavedItem {
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  readonly id?: number | undefined;
  readonly position?: number | undefined;
}
