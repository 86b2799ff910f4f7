import type { GridColumn } from '../table/columns/grid-column.ts';

interface AnnotatedRow {
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

export function annotationColumns<Row extends AnnotatedRow>(): readonly GridColumn<Row>[] {
  return [
    {
      key: 'tags',
      label: 'Tags',
      widthRem: 4.5,
      grow: 1,
      isOf: 'tags',
      sortField: 'tags',
      // Several tags are ambiguous.
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
      widthRem: 11.25,
      sortField: 'note',
      isExtra: true,
      filter: { key: 'note', isExact: true, value: ({ note }) => note },
      cell: ({ note }) => ({ text: note?.replace(/\s+/g, ' ') ?? '', title: note ?? undefined }),
      value: ({ note }) => note,
    },
  ];
}
