import {
  changeFields,
  changeKinds,
  changeKindTitles,
  type ChangeKind,
  type ChangeRow,
} from '../../shared/records/change.ts';
import { isListName, lists } from '../../shared/lists.ts';
import { fieldColumns } from '../table/columns/field-column.ts';
import type { GridCell, GridColumn } from '../table/columns/grid-column.ts';
import { describeChange } from './describe-change.ts';

const column = fieldColumns(changeFields, 'changes');

/** Never color alone. */
const kindIcons: { readonly [K in ChangeKind]: GridCell['icon'] } = {
  replaced: { name: 'replace', tone: 'warn' },
  added: { name: 'plus', tone: 'ok' },
  removed: { name: 'minus', tone: 'bad' },
  changed: { name: 'pencil', tone: 'none' },
};

export const changeColumns: readonly GridColumn<ChangeRow>[] = [
  column('name', { key: 'name', widthRem: 9.25, variant: 'mono' }),
  column('kind', {
    key: 'kind',
    widthRem: 5.75,
    variant: 'plain',
    cell({ kind: stored }) {
      const kind = changeKinds.find((one) => one === stored);
      return kind === undefined ? { text: stored ?? '' } : { text: changeKindTitles[kind], icon: kindIcons[kind] };
    },
  }),
  {
    key: 'field',
    label: 'Field',
    widthRem: 5,
    grow: 0.6,
    sortField: null,
    variant: 'dim',
    value: (row) => Object.keys(row.changes ?? {}).join(', '),
    cell: (row) => ({ text: describeChange(row).field }),
  },
  {
    key: 'values',
    label: 'Old and new value',
    // Visible next to the details at 1280 px; it grows where there is room.
    widthRem: 10,
    grow: 1.6,
    sortField: null,
    variant: 'plain',
    cell(row) {
      const { values } = describeChange(row);
      return { text: values, title: values };
    },
  },
  column('list', {
    key: 'list',
    widthRem: 6,
    cell: ({ list }) => {
      const noun = isListName(list) ? lists[list].one : (list ?? '');
      return { text: noun.charAt(0).toUpperCase() + noun.slice(1) };
    },
  }),
  column<ChangeRow>('service_id', {
    key: 'service',
    widthRem: 7.5,
    grow: 1,
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
    widthRem: 5.75,
    grow: 0.6,
    sortField: null,
    isOf: 'tags',
    value: (row) => (row.tags === null ? null : row.tags.join(', ')),
    cell: ({ tags }) => ({ text: (tags ?? []).join(', '), tags: tags ?? undefined }),
  },
  column('changed_at', { key: 'found', widthRem: 9, isExtra: true }),
  column('sync_id', { key: 'sync', widthRem: 4.5, isExtra: true }),
];
