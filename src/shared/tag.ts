/** The user's annotations of proxies and services: tags, and one note each. */

/** Names of colors; the window has a pair of tokens for each in both themes. */
export const tagColors = ['blue', 'green', 'orange', 'purple', 'red', 'teal', 'pink', 'yellow', 'grey'] as const;
export type TagColor = (typeof tagColors)[number];

/** The lists whose rows can be annotated. */
export const annotatedLists = ['proxies', 'services'] as const;
export type AnnotatedList = (typeof annotatedLists)[number];

/** One tag, the same for proxies and services. */
export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly color: TagColor;
  /** Number of cached rows that have it. */
  readonly proxyCount: number;
  readonly serviceCount: number;
}

/** A new tag, or with `id` an existing tag to rename or recolor. */
export interface NewTag {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  /** Default: unchanged; for a new tag, the next color. */
  readonly color?: TagColor | undefined;
}

/** Names of tags to add (created if necessary) and to remove. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The number of rows with a tag, among some rows. */
export interface TagShare {
  readonly name: string;
  readonly color: TagColor;
  readonly count: number;
}

/** A summary of some rows: their number, their tags, and the note if all have the same. */
export interface Annotations {
  readonly rowCount: number;
  readonly tags: readonly TagShare[];
  readonly noteCount: number;
  /** Null if there is none, or if notes differ. */
  readonly note: string | null;
}

/** The result of a change. */
export interface Edit {
  /** Null: nothing changed, so nothing can be undone. */
  readonly id: number | null;
  /** In the past tense, for a toast. */
  readonly label: string;
  /** Number of rows that changed. */
  readonly changed: number;
}

/** Longest name of a tag and longest note, in UTF-16 units. */
export const maxTagName = 100;
export const maxNote = 10_000;
