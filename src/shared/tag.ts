/** What the person notes on proxies and services: tags, and one note each. */
import type { ProxySelection } from './test-run.ts';

/** Names of colours; the window has a pair of tokens for each in both themes. */
export const tagColours = [
  'blue',
  'green',
  'orange',
  'purple',
  'red',
  'teal',
  'pink',
  'yellow',
  'grey',
] as const;
export type TagColour = (typeof tagColours)[number];

/** The lists whose rows can be annotated. */
export const annotatedLists = ['proxies', 'services'] as const;
export type AnnotatedList = (typeof annotatedLists)[number];

/** One tag, the same for proxies and services. */
export interface Tag {
  readonly id: number;
  readonly name: string;
  readonly colour: TagColour;
  /** Rows of the offline copy that have it. */
  readonly proxyCount: number;
  readonly serviceCount: number;
}

/** A tag to be made, or with `id` one to be renamed or recoloured. */
export interface NewTag {
  readonly id?: number | undefined;
  readonly name?: string | undefined;
  /** Left out: as it was; of a new one, the next of the colours. */
  readonly colour?: TagColour | undefined;
}

/** Names of tags to be added, made where there are none, and to be taken off. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The rows that a change of tags or notes is about; ids are of the list's rows. */
export interface AnnotatedRows {
  readonly list: AnnotatedList;
  readonly rows: ProxySelection;
}

/** How many of some rows have a tag. */
export interface TagShare {
  readonly name: string;
  readonly colour: TagColour;
  readonly count: number;
}

/** Of some rows: how many there are, their tags, and the note where all have the same. */
export interface Annotations {
  readonly rowCount: number;
  readonly tags: readonly TagShare[];
  readonly noteCount: number;
  /** Null: none, or not the same everywhere. */
  readonly note: string | null;
}

/** What a change did. */
export interface Edit {
  /** Null: nothing had to be changed, so nothing can be undone. */
  readonly id: number | null;
  /** In the past tense, fit for a notice. */
  readonly label: string;
  /** Rows that have changed. */
  readonly changed: number;
}

/** Longest name of a tag and longest note, in UTF-16 units. */
export const maxTagName = 100;
export const maxNote = 10_000;
