import {
  changeFields,
  changeKinds,
  changeKindTitles,
  type ChangeKind,
  type ChangeRow,
} from '../../shared/records/change.ts';
import { isListName, lists } from '../../shared/lists.ts';
import { fieldColumns, room } from '../table/columns/field-column.ts';
import type { GridCell, GridColumn } from '../table/columns/grid-column.ts';
import { describeChange } from './describe-change.ts';

const column = fieldColumns(changeFields, 'changes');

/** Shapes differ, too: never color alone. */
const kindIcons: { readonly [K in ChangeKind]: GridCell['icon'] } = {
  replaced: { name: 'replace', tone: 'warn' },
  added: { name: 'plus', tone: 'ok' },
  removed: { name: 'minus', tone: 'bad' },
  changed: { name: 'pencil', tone: 'none' },
};

/** Columns of the changes, in their order. */
export const changeColumns: readonly GridColumn<ChangeRow>[] = [
  column('kind', {
    key: 'kind',
    px: 104,
    priority: 100,
    variant: 'plain',
    cell({ kind: stored }) {
      const kind = changeKinds.find((one) => one === stored);
      return kind === undefined ? { text: stored ?? '' } : { text: changeKindTitles[kind], icon: kindIcons[kind] };
    },
  }),
  column('name', { key: 'name', px: 170, grow: 1, priority: 98, variant: 'mono' }),
  column('list', {
    key: 'list',
    px: 96,
    priority: 70,
    cell: ({ list }) => {
      const noun = isListName(list) ? lists[list].one : (list ?? '');
      return { text: noun.charAt(0).toUpperCase() + noun.slice(1) };
    },
  }),
  {
    key: 'field',
    label: 'Field',
    ...room(120, 0.8),
    priority: 90,
    sortField: null,
    variant: 'dim',
    value: (row) => Object.keys(row.changes ?? {}).join(', '),
    cell: (row) => ({ text: describeChange(row).field }),
  },
  {
    key: 'values',
    label: 'Old and new value',
    ...room(220, 1.6),
    priority: 95,
    sortField: null,
    variant: 'plain',
    cell(row) {
      const { values } = describeChange(row);
      return { text: values, title: values };
    },
  },
  column<ChangeRow>('service_id', {
    key: 'service',
    px: 120,
    grow: 1,
    priority: 80,
    variant: 'dim',
    value: (row) => row.service_name ?? row.service_id,
    cell: ({ service_name: name, service_id: id }) => ({
      text: name ?? id ?? '',
      title: id ?? undefined,
    }),
  }),
  {
    key: 'tags',
    label: 'Tags',
    ...room(90, 0.6),
    priority: 60,
    sortField: null,
    isOf: 'tags',
    value: (row) => (row.tags === null ? null : row.tags.join(', ')),
    cell: ({ tags }) => ({ text: (tags ?? []).join(', '), tags: tags ?? undefined }),
  },
  column('changed_at', { key: 'found', px: 144, priority: 40, isExtra: true }),
  column('sync_id', { key: 'sync', px: 72, priority: 30, isExtra: true }),
];
