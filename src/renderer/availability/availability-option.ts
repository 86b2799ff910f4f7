import { availabilityGroups, type AvailabilityGroup } from '../../shared/availability.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { formatCount } from '../format/format-number.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';
import { readNumber, readText } from '../format/read-field.ts';

/** The field of an option that identifies each group (specification, "Residential availability option"). */
const groupFields: { readonly [G in AvailabilityGroup]: string } = {
  country: 'country_id',
  subdivision: 'subdivision_id',
  city: 'city_name',
  asn: 'asn_id',
  zip_code: 'zip_code_alias',
  os: 'os_label',
};

export const groupNames: { readonly [G in AvailabilityGroup]: string } = {
  country: 'Country',
  subdivision: 'Subdivision',
  city: 'City',
  asn: 'ASN',
  zip_code: 'ZIP code',
  os: 'System',
};

/** Room for the values of each group. */
const groupPx: { readonly [G in AvailabilityGroup]: number } = {
  country: 84,
  subdivision: 110,
  city: 170,
  asn: 96,
  zip_code: 110,
  os: 96,
};

/** One line of an answer. Null: the answer does not say. */
export interface AvailabilityOption extends Readonly<Record<AvailabilityGroup, string | null>> {
  readonly id: string;
  readonly nodes: number | null;
  /** Nodes as a part of the largest line's, 0 to 1. */
  readonly share: number;
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
  return {
    totalNodes: readNumber(record, 'total_residential_availability_node_count'),
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
        record: row,
      };
    }),
  };
}

/** The groups of a row, in their order: `US, New York, Windows`. */
export function titleOf(option: AvailabilityOption): string {
  const parts = availabilityGroups.map((group) => sayGroup(option, group));
  return parts.filter((part) => part !== '').join(', ') || 'Everywhere';
}

function sayGroup(option: AvailabilityOption, group: AvailabilityGroup): string {
  const value = option[group];
  if (value === null) return '';
  if (group === 'asn') return `AS${value}`;
  return group === 'os' ? labelCode(value) : value;
}

/** The chosen groups after one was switched, always in the same order. */
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
      label: groupNames[group],
      track: `${groupPx[group]}px`,
      minPx: groupPx[group],
      priority: 90 - at,
      sortField: group,
      cell: (option) => ({ text: sayGroup(option, group) }),
    })),
    {
      key: 'nodes',
      label: 'Nodes',
      track: '104px',
      minPx: 104,
      priority: 100,
      sortField: 'nodes',
      isNumber: true,
      cell: ({ nodes }) => ({ text: nodes === null ? '' : formatCount(nodes) }),
    },
    {
      key: 'share',
      label: 'Of the largest',
      track: 'minmax(150px, 1.4fr)',
      minPx: 150,
      priority: 95,
      sortField: null,
      cell: ({ share, nodes }) =>
        nodes === null ? { text: '' } : { text: `${Math.round(share * 100)}%`, share },
    },
  ];
}

const nodesOf = (row: JsonObject): number | null =>
  readNumber(row, 'residential_availability_node_count');
