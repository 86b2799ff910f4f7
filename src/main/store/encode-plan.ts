import type { JsonValue } from '../../shared/json.ts';
import type { ColumnForm } from './column-form.ts';
import type { Layout } from './layout.ts';

/** Where the columns and secrets of a group stand among the values of a record. */
export interface GroupPlan {
  /** One a column of the group; -1: the record has none, or it is null. */
  readonly positions: readonly number[];
  /** All secret fields of the layout where they stand in this group, -1 as above. */
  readonly secrets: readonly { readonly position: number; readonly name: string }[];
}

/** Where the fields of one shape of record go. Positions are those of `Object.values`; null fields have none. */
export interface Plan {
  /** JSON of the field names in order; null fields are wrapped in a list. */
  readonly shape: string;
  readonly columns: readonly {
    readonly position: number;
    readonly index: number;
    readonly form: ColumnForm;
  }[];
  /** One a group of the layout. */
  readonly groups: readonly GroupPlan[];
  /** One an id list of the layout; -1: the record has none. */
  readonly lists: readonly number[];
  /** Secret fields that stand in the row. */
  readonly secrets: readonly number[];
  /** Fields that no table names. */
  readonly unknown: readonly number[];
}

interface KnownPlan extends Plan {
  readonly names: readonly string[];
  readonly isNull: readonly boolean[];
}

/** Shapes remembered; a list has a handful. */
const maxPlans = 16;

/** Builds the plans of one list: each worked out once, the latest found first. */
export function createPlans(
  layout: Layout,
): (names: readonly string[], values: readonly JsonValue[]) => Plan {
  let plans: KnownPlan[] = [];
  return (names, values) => {
    const known = plans.find((plan) => isOfShape(plan, names, values));
    const plan = known ?? makePlan(layout, names, values);
    if (plan !== plans[0]) {
      plans = [plan, ...plans.filter((other) => other !== plan)].slice(0, maxPlans);
    }
    return plan;
  };
}

function isOfShape(
  { names, isNull }: KnownPlan,
  otherNames: readonly string[],
  values: readonly JsonValue[],
): boolean {
  if (names.length !== otherNames.length) return false;
  for (let index = 0; index < names.length; index += 1) {
    if (names[index] !== otherNames[index]) return false;
    if (isNull[index] !== (values[index] === null)) return false;
  }
  return true;
}

function makePlan(
  layout: Layout,
  names: readonly string[],
  values: readonly JsonValue[],
): KnownPlan {
  const isNull = values.map((value) => value === null);
  const positions = new Map(names.map((name, position) => [name, position]));
  const take = (name: string): number => {
    const position = positions.get(name);
    if (position === undefined) return -1;
    positions.delete(name);
    return isNull[position] === true ? -1 : position;
  };
  const secretNames = Object.keys(layout.fields).filter((name) => layout.fields[name] === 'secret');
  const takeSecrets = (): { position: number; name: string }[] =>
    secretNames.map((name) => ({ position: take(name), name }));
  const groups = layout.groups.map(({ columns, keepsSecrets }) => ({
    positions: columns.map(({ field }) => take(field)),
    secrets: keepsSecrets ? takeSecrets() : [],
  }));
  const columns = layout.columns
    .map(({ field, form }, index) => ({ position: take(field), index, form }))
    .filter(({ position }) => position >= 0);
  const lists = layout.lists.map(({ field }) => take(field));
  const secrets = takeSecrets()
    .map(({ position }) => position)
    .filter((position) => position >= 0);
  const unknown = [...positions.values()].filter((position) => isNull[position] !== true);
  const shape = JSON.stringify(names.map((name, at) => (isNull[at] === true ? [name] : name)));
  return { names: [...names], isNull, shape, columns, groups, lists, secrets, unknown };
}
