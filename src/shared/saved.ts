import type { JsonObject } from './json.ts';

/** What a person keeps by name: views of a list, and how the columns of a list stand. */
export const savedKinds = [
  'view',
  'columns',
  'export-preset',
  'template',
  'recent-copies',
] as const;
/** Beside those of a window: where export presets are written to, which no window sees. */
export type SavedKind = (typeof savedKinds)[number] | 'export-target';

/** One of them; what is in `content` is the matter of whoever keeps that kind. */
export interface SavedItem {
  readonly id: number;
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  /** Its place among those of its kind, lowest first. */
  readonly position: number;
}

/** What is to be kept: under `id` where it is given, else under its name, else anew at the end. */
export interface NewSavedItem {
  readonly kind: SavedKind;
  readonly name: string;
  readonly content: JsonObject;
  readonly id?: number | undefined;
  /** Its place, where it is to have a certain one. */
  readonly position?: number | undefined;
}
