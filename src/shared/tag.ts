/** The user's annotations of proxies and services: tags, and one note each. */

/** Each has tokens in both themes. */
export const tagColors = ['blue', 'green', 'orange', 'purple', 'red', 'teal', 'pink', 'yellow', 'grey'] as const;
export type TagColor = (typeof tagColors)[number];

export const annotatedLists = ['proxies', 'services'] as const;
export type AnnotatedList = (typeof annotatedLists)[number];

export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly color: TagColor;
  /** Cached rows. */
  readonly proxyCount: number;
  readonly serviceCount: number;
}

/** With `id` an existing tag. */
export interface NewTag {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  /** Default: unchanged, or the next color. */
  readonly color?: TagColor | undefined;
}

/** Added tags are created if necessary. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface TagShare {
  readonly name: string;
  readonly color: TagColor;
  readonly count: number;
}

export interface Annotations {
  readonly rowCount: number;
  readonly tags: readonly TagShare[];
  readonly noteCount: number;
  /** Null: none, or different ones. */
  readonly note: string | null;
}

export interface Edit {
  /** Null: nothing to undo. */
  readonly id: number | null;
  /** What was done, in the past tense. */
  readonly label: string;
  readonly changed: number;
}

/** UTF-16 units. */
export const maxTagName = 100;
export const maxNote = 10_000;
