import { room } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

interface AnnotatedRow {
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

/** The columns of tags and note, the same for every list that has them. */
export function annotationColumns<Row extends AnnotatedRow>(): readonly GridColumn<Row>[] {
  return [
    {
      key: 'tags',
      label: 'Tags',
      ...room(72, 1),
      // Below what tests measured: a first tag pushes none of it out of the table.
      priority: 64,
      isOf: 'tags',
      sortField: 'tags',
      // Of several tags none is the one that is meant.
      filter: { key: 'tag', value: ({ tags }) => (tags?.length === 1 ? (tags[0] ?? null) : null) },
      cell: ({ tags }) => ({
        text: tags?.join(', ') ?? '',
        title: tags?.join(', '),
        tags: tags ?? undefined,
      }),
    },
    {
      key: 'note',
      label: 'Note',
      ...room(180),
      priority: 20,
      sortField: 'note',
      isExtra: true,
      filter: { key: 'note', isExact: true, value: ({ note }) => note },
      cell: ({ note }) => ({ text: note?.replace(/\s+/g, ' ') ?? '', title: note ?? undefined }),
      value: ({ note }) => note,
    },
  ];
}
