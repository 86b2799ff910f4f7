import type { AnnotatedList } from '../../../shared/tag.ts';
import type { Condition } from '../condition.ts';
import type { RecordChange } from './edit-journal.ts';

/** Writes what becomes of tags themselves; nothing of it is done yet. */
export interface TagDraft {
  readonly id: number;
  add(tagId: number, before: string | null, after: string | null): void;
}

/** An edit that is to be made. */
export interface EditPlan {
  /** For each list that it is about: the statement that gives the ids of records, in ascending order. */
  readonly chosen: readonly { readonly list: AnnotatedList; readonly select: Condition }[];
  /** Drafts what becomes of tags, and gives what each record of a list gets. In one transaction. */
  readonly begin: (draft: TagDraft) => (list: AnnotatedList) => readonly RecordChange[];
  /** Given how many records change, says what was done. */
  readonly say: (changed: number) => string;
}
