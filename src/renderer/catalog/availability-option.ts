import { ownValue } from '../../shared/own-value.ts';
import {
  availabilityGroupFields,
  availabilityGroups,
  availabilityOptionFields,
  type AvailabilityGroup,
  type PlaceNames,
} from '../../shared/records/catalog.ts';
import { placeCode, type Field } from '../../shared/records/field.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { formatField, type FieldText, readNumber, readText } from '../format/format-field.ts';
import { formatCount, formatPercent } from '../format/format-number.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

const fieldOf = (group: AvailabilityGroup): Field => availabilityOptionFields[availabilityGroupFields[group]];

export const nameGroup = (group: AvailabilityGroup): string => fieldOf(group).label;

const nodesField = 'residential_availability_node_count';

const groupWidthsRem: { readonly [G in AvailabilityGroup]: number } = {
  country: 9.5,
  subdivision: 9.5,
  city: 10.75,
  asn: 9.5,
  zip_code: 7,
  os: 6,
};

/** Null: not in the response. */
export interface AvailabilityOption extends Readonly<Record<AvailabilityGroup, string | null>> {
  readonly id: string;
  readonly nodes: number | null;
  /** Of the largest row's nodes, 0 to 1. */
  readonly share: number;
  /** Of all nodes: "18.7%"; null: unknown. */
  readonly percent: string | null;
  /** Since the previous response; null: unknown, 'new': not in it. */
  readonly change: number | 'new' | null;
  /** As received. */
  readonly record: JsonObject;
}

/** In fewer, the same nodes come back soon. */
export const smallPool = 100;

export interface Place {
  readonly groups: readonly AvailabilityGroup[];
  /** The places gone into. */
  readonly within: { readonly [G in AvailabilityGroup]?: string };
}

/** Each is grouped by those before it too. */
export const depths = ['country', 'subdivision', 'city', 'asn'] as const;

/** The list below a row; null: nothing below. */
export function goInto(groups: readonly AvailabilityGroup[], option: AvailabilityOption): Place | null {
  const next = depths.find((depth) => !groups.includes(depth));
  const named = depths.filter((depth) => groups.includes(depth));
  if (next === undefined || named.length === 0) return null;
  const within = named.flatMap((group) => {
    const value = option[group];
    return value === null ? [] : [[group, value] as const];
  });
  return {
    groups: availabilityGroups.filter((group) => groups.includes(group) || group === next),
    within: Object.fromEntries(within),
  };
}

/** Nodes by country code. */
export function nodesByCountry(options: readonly AvailabilityOption[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { country, nodes } of options) {
    if (country !== null) sums.set(country, (sums.get(country) ?? 0) + (nodes ?? 0));
  }
  return sums;
}

const rowsOf = (record: JsonObject): readonly JsonObject[] => {
  const list = record['residential_options'];
  return Array.isArray(list) ? (list as readonly JsonValue[]).filter(isJsonObject) : [];
};

/** Upper case for place codes. */
function readGroup(row: JsonObject, group: AvailabilityGroup): string | null {
  const text = readText(row, availabilityGroupFields[group]);
  return text === null || (group !== 'country' && group !== 'subdivision') ? text : placeCode(text);
}

/** Finds a row in another response. */
const groupKey = (row: JsonObject): string => availabilityGroups.map((group) => readGroup(row, group) ?? '').join('\n');

/**
 * Reads even incomplete responses.
 *
 * @param within only rows of this place
 */
export function readAvailability(
  record: JsonObject,
  before: JsonObject | null = null,
  within: Place['within'] = {},
): {
  readonly options: readonly AvailabilityOption[];
  readonly totalNodes: number | null;
} {
  const rows = rowsOf(record).filter((row) =>
    Object.entries(within).every(
      // `within` has no other keys.
      ([group, value]) => readGroup(row, group as AvailabilityGroup) === value,
    ),
  );
  const earlier = before && new Map(rowsOf(before).map((row) => [groupKey(row), nodesOf(row)]));
  const changeOf = (row: JsonObject): AvailabilityOption['change'] => {
    if (earlier === null) return null;
    const nodes = nodesOf(row);
    const was = earlier.get(groupKey(row));
    if (was === undefined) return 'new';
    return was === null || nodes === null ? null : nodes - was;
  };
  const most = rows.reduce((top, row) => Math.max(top, nodesOf(row) ?? 0), 0);
  const isNarrowed = Object.keys(within).length > 0;
  const totalNodes = isNarrowed
    ? rows.reduce((sum, row) => sum + (nodesOf(row) ?? 0), 0)
    : readNumber(record, 'total_residential_availability_node_count');
  return {
    totalNodes,
    options: rows.map((row, at) => {
      const nodes = nodesOf(row);
      const read = (group: AvailabilityGroup): string | null => readGroup(row, group);
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
        change: changeOf(row),
        record: row,
      };
    }),
  };
}

export const noNames: PlaceNames = { subdivisions: {}, networks: {} };

/** A title: `United States, New York, Windows`. */
export function titleOf(option: AvailabilityOption, names: PlaceNames = noNames): string {
  const parts = availabilityGroups.map((group) => nameValue(group, option[group], names).text);
  return parts.filter((part) => part !== '').join(', ') || 'Everywhere';
}

/** A name, with the code as tooltip. */
export function nameValue(group: AvailabilityGroup, value: string | null, names: PlaceNames): FieldText {
  if (value === null) return { text: '' };
  if (group === 'asn') {
    const name = ownValue(names.networks, value);
    return name === undefined ? { text: `AS${value}` } : { text: name, title: `AS${value}` };
  }
  if (group === 'subdivision') {
    const name = ownValue(names.subdivisions, value);
    return name === undefined ? { text: value } : { text: name, title: value };
  }
  return formatField(fieldOf(group).kind, value) ?? { text: '' };
}

/** Adds or removes a group, in fixed order. */
export function toggleGroup(
  groups: readonly AvailabilityGroup[],
  group: AvailabilityGroup,
): readonly AvailabilityGroup[] {
  return availabilityGroups.filter((one) => (one === group) !== groups.includes(one));
}

/** One per group (all without grouping), then nodes. */
export function availabilityColumns(
  groups: readonly AvailabilityGroup[],
  names: PlaceNames = noNames,
  isCompared = false,
): readonly GridColumn<AvailabilityOption>[] {
  const shown = groups.length === 0 ? availabilityGroups : groups;
  return [
    ...shown.map((group): GridColumn<AvailabilityOption> => ({
      key: group,
      label: nameGroup(group),
      widthRem: groupWidthsRem[group],
      sortField: group,
      value: (option) => option[group],
      cell: (option) => nameValue(group, option[group], names),
    })),
    {
      key: 'nodes',
      label: availabilityOptionFields[nodesField].label,
      widthRem: 6.5,
      sortField: 'nodes',
      isNumber: true,
      cell: ({ nodes }) => ({
        text: nodes === null ? '' : formatCount(nodes),
        ...(nodes !== null && nodes < smallPool
          ? { tone: 'warn', title: `A small pool: fewer than ${smallPool} addresses` }
          : {}),
      }),
    },
    ...(isCompared ? [changeColumn] : []),
    {
      key: 'share',
      label: 'Share',
      widthRem: 9.5,
      grow: 1,
      sortField: null,
      variant: 'bar',
      cell: ({ share, percent }) => ({ text: percent ?? '', share }),
    },
  ];
}

const changeColumn: GridColumn<AvailabilityOption> = {
  key: 'change',
  label: 'Change',
  widthRem: 5.75,
  sortField: 'change',
  isNumber: true,
  cell: ({ change }) => ({
    text:
      change === null || change === 'new'
        ? (change ?? '')
        : change > 0
          ? `+${formatCount(change)}`
          : formatCount(change).replace('-', '−'),
    title: 'Compared with the response before',
    ...(change !== null && change !== 'new' && change < 0 ? { tone: 'bad' } : {}),
  }),
};

const nodesOf = (row: JsonObject): number | null => readNumber(row, nodesField);
