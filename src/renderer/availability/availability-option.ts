import {
  availabilityGroups,
  availabilityOptionFields,
  type AvailabilityGroup,
} from '../../shared/records/availability.ts';
import type { Field } from '../../shared/records/field.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { formatField, type FieldText } from '../format/format-field.ts';
import { formatCount, formatPercent } from '../format/format-number.ts';
import { readNumber, readText } from '../format/read-field.ts';
import { room } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

/** The field of an option that identifies each group (specification, "Residential availability option"). */
const groupFields: { readonly [G in AvailabilityGroup]: keyof typeof availabilityOptionFields } = {
  country: 'country_id',
  subdivision: 'subdivision_id',
  city: 'city_name',
  asn: 'asn_id',
  zip_code: 'zip_code_alias',
  os: 'os_label',
};

const fieldOf = (group: AvailabilityGroup): Field => availabilityOptionFields[groupFields[group]];

export const nameGroup = (group: AvailabilityGroup): string => fieldOf(group).label;

const nodesField = 'residential_availability_node_count';

/** Room for the values of each group. */
const groupPx: { readonly [G in AvailabilityGroup]: number } = {
  country: 150,
  subdivision: 110,
  city: 170,
  asn: 96,
  zip_code: 110,
  os: 96,
};

/** One row of a response. Null: the response does not contain it. */
export interface AvailabilityOption extends Readonly<Record<AvailabilityGroup, string | null>> {
  readonly id: string;
  readonly nodes: number | null;
  /** The length of its bar: nodes as a part of the largest row's, 0 to 1. */
  readonly share: number;
  /** Nodes as a part of all nodes: "18.7%"; null: unknown. */
  readonly percent: string | null;
  /** Every field as received. */
  readonly record: JsonObject;
}

/** What availability answers hold, of any completeness. */
export function readAvailability(record: JsonObject): {
  readonly options: readonly AvailabilityOption[];
  readonly totalNodes: number | null;
} {
  const list = record['residential_options'];
  const rows = Array.isArray(list) ? (list as readonly JsonValue[]).filter(isJsonObject) : [];
  const most = rows.reduce((top, row) => Math.max(top, nodesOf(row) ?? 0), 0);
  const totalNodes = readNumber(record, 'total_residential_availability_node_count');
  return {
    totalNodes,
    options: rows.map((row, at) => {
      const nodes = nodesOf(row);
      const read = (group: AvailabilityGroup): string | null => readText(row, groupFields[group]);
      return {
        id: `${at} ${stringifyJson(row)}`,
        country: read('country'),
        subdivision: read('subdivision'),
        city: read('city'),
        asn: read('asn'),
        zip_code: read('zip_code'),
        os: read('os'),
        nodes,
        share: most <= 0 || nodes === null ? 0 : Math.max(0, nodes / most),
        percent: nodes === null || totalNodes === null ? null : formatPercent(nodes, totalNodes),
        record: row,
      };
    }),
  };
}

/** The groups of a row, in their order: `United States, New York, Windows`. */
export function titleOf(option: AvailabilityOption): string {
  const parts = availabilityGroups.map((group) => showGroup(option, group).text);
  return parts.filter((part) => part !== '').join(', ') || 'Everywhere';
}

function showGroup(option: AvailabilityOption, group: AvailabilityGroup): FieldText {
  const value = option[group];
  if (value !== null && group === 'asn') return { text: `AS${value}` };
  return formatField(fieldOf(group).kind, value) ?? { text: '' };
}

/** The selected groups after one was switched, always in the same order. */
export function toggleGroup(
  groups: readonly AvailabilityGroup[],
  group: AvailabilityGroup,
): readonly AvailabilityGroup[] {
  return availabilityGroups.filter((one) => (one === group) !== groups.includes(one));
}

/** Columns for an answer: one a group, all where nothing is grouped, then the nodes. */
export function availabilityColumns(
  groups: readonly AvailabilityGroup[],
): readonly GridColumn<AvailabilityOption>[] {
  const shown = groups.length === 0 ? availabilityGroups : groups;
  return [
    ...shown.map((group, at): GridColumn<AvailabilityOption> => ({
      key: group,
      label: nameGroup(group),
      ...room(groupPx[group]),
      priority: 90 - at,
      sortField: group,
      value: (option) => option[group],
      cell: (option) => showGroup(option, group),
    })),
    {
      key: 'nodes',
      label: availabilityOptionFields[nodesField].label,
      ...room(104),
      priority: 100,
      sortField: 'nodes',
      isNumber: true,
      cell: ({ nodes }) => ({ text: nodes === null ? '' : formatCount(nodes) }),
    },
    {
      key: 'share',
      label: 'Share',
      ...room(150, 1),
      priority: 95,
      sortField: null,
      variant: 'bar',
      cell: ({ share, percent }) => ({ text: percent ?? '', share }),
    },
  ];
}

const nodesOf = (row: JsonObject): number | null => readNumber(row, nodesField);
