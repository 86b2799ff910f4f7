import { isJsonObject, parseJson, type JsonValue } from '../../shared/json.ts';
import type { EncodedRecord } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { Dictionary } from './dictionary.ts';
import { createPlans, type GroupPlan, type Plan } from './encode-plan.ts';
import type { Layout } from './layout.ts';
import { isAscii, readBytes } from './read-bytes.ts';
import { createMemberCutter, type MemberCutter, type RowCut } from './row-bytes.ts';
import type { Vault } from './secrets/vault.ts';

/** Encodes rows from their bytes, without parsing what repeats between them. */
export interface ByteEncoder {
  /** Makes rows with these fields known: those of a row that had to be parsed. */
  learn(names: readonly string[]): void;
  /** The same as the encoder gives of the parsed row; undefined where it must be parsed. */
  encode(body: Buffer, start: number, end: number, vault: Vault): EncodedRecord | undefined;
  /** Forgets the row before, whose tuples may be there no more. */
  forget(): void;
}

/** Orders of fields remembered; a list has one or two. */
const maxKnownNames = 8;
/** Patterns of null fields remembered. */
const maxPlans = 256;
/** A number tells which fields are null, one bit each. */
const maxFields = 52;
/** Longer rows are parsed: they repeat nothing. */
const maxRowLength = 64 * 1024;
const noLists: EncodedRecord['lists'] = [];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Fields of one group that stand beside each other, first to last. */
interface Run {
  readonly first: number;
  readonly last: number;
}

interface BytePlan {
  readonly plan: Plan;
  /** One a group of the layout. */
  readonly runs: readonly (readonly Run[])[];
}

interface KnownNames {
  readonly names: readonly string[];
  readonly cutter: MemberCutter;
  /** By which fields are null; null: such rows hold what must be parsed. */
  readonly plans: Map<number, BytePlan | null>;
  /** One a group of the layout: where its fields stand, null or not. */
  readonly members: readonly (readonly number[])[];
  /** The row that was cut before; what a row repeats is taken from it. */
  before: EncodedRecord | undefined;
}

/** Builds the encoder of one list over the dictionaries of its groups. */
export function createByteEncoder(
  layout: Layout,
  dictionaries: readonly Dictionary[],
): ByteEncoder {
  const planOf = createPlans(layout);
  let known: KnownNames[] = [];

  const findPlan = ({ names, plans }: KnownNames, cut: RowCut, body: Buffer): BytePlan | null => {
    let nulls = 0;
    for (let member = 0; member < names.length; member += 1) {
      const start = cut.starts[member] ?? 0;
      if (body[start] !== 0x6e) continue;
      if (!isAscii(body, start, cut.ends[member] ?? 0, 'null')) return null;
      nulls += 2 ** member;
    }
    let found = plans.get(nulls);
    if (found === undefined) {
      const values = names.map((_, member) => (Math.floor(nulls / 2 ** member) % 2 ? null : true));
      found = toBytePlan(planOf(names, values));
      if (plans.size >= maxPlans) plans.clear();
      plans.set(nulls, found);
    }
    return found;
  };

  const internGroup = (
    group: number,
    { names }: KnownNames,
    { plan, runs }: BytePlan,
    cut: RowCut,
    body: Buffer,
    rowStart: number,
    vault: Vault,
  ): number | undefined => {
    const dictionary = dictionaries[group];
    const groupPlan = plan.groups[group];
    if (!dictionary || !groupPlan) return undefined;
    let text = '';
    for (const run of runs[group] ?? []) text += textOf(run, cut, body, rowStart);
    const met = dictionary.idOfBytes(text);
    if (met !== undefined) return met;
    const values = readValues(text, names);
    if (!values) return undefined;
    const leftovers: number[] = [];
    const id = dictionary.intern(values, groupPlan, vault, (position) => leftovers.push(position));
    if (leftovers.length > 0) return undefined;
    dictionary.rememberBytes(text, id);
    return id;
  };

  const encodeCut = (
    known: KnownNames,
    cut: RowCut,
    body: Buffer,
    rowStart: number,
    vault: Vault,
  ): EncodedRecord | undefined => {
    const { before } = known;
    const bytePlan = findPlan(known, cut, body);
    if (bytePlan === null) return undefined;
    const { plan } = bytePlan;
    const columns: SqlValue[] = new Array<SqlValue>(layout.columns.length).fill(null);
    for (const { position, index, form } of plan.columns) {
      if (before && cut.repeats[position] === 1) {
        columns[index] = before.columns[index] ?? null;
        continue;
      }
      const start = cut.starts[position] ?? 0;
      const end = cut.ends[position] ?? 0;
      // An id that is no text, or an empty one, is the matter of whoever parses.
      if (index === 0 && (body[start] !== 0x22 || end - start < 3)) return undefined;
      const stored = readBytes(form, body, start, end);
      if (stored === undefined) return undefined;
      columns[index] = stored;
    }
    const groupIds = new Array<number>(layout.groups.length).fill(0);
    for (let group = 0; group < groupIds.length; group += 1) {
      const repeated = repeatsAll(cut, known.members[group]) ? before?.groupIds[group] : undefined;
      const id = repeated ?? internGroup(group, known, bytePlan, cut, body, rowStart, vault);
      if (id === undefined) return undefined;
      groupIds[group] = id;
    }
    return { shape: plan.shape, columns, groupIds, lists: noLists, extra: null, secrets: null };
  };

  return {
    learn(names) {
      if (layout.groups.length === 0 || names.length > maxFields) return;
      const isKnown = known.some((other) => other.names.join('\0') === names.join('\0'));
      if (isKnown) return;
      const whole = planOf(names, new Array<JsonValue>(names.length).fill(true));
      const made: KnownNames = {
        names: [...names],
        cutter: createMemberCutter(names),
        plans: new Map(),
        members: whole.groups.map(positionsOf),
        before: undefined,
      };
      known = [made, ...known].slice(0, maxKnownNames);
    },
    encode(body, start, end, vault) {
      if (end - start > maxRowLength) return undefined;
      for (const names of known) {
        const cut = names.cutter.cut(body, start, end);
        if (!cut) continue;
        names.before = encodeCut(names, cut, body, start, vault);
        return names.before;
      }
      return undefined;
    },
    forget() {
      for (const names of known) names.before = undefined;
    },
  };
}

/** Null where a row of this plan holds what stands in no column: that is parsed. */
function toBytePlan(plan: Plan): BytePlan | null {
  const isCovered =
    plan.unknown.length === 0 &&
    plan.secrets.length === 0 &&
    plan.lists.every((position) => position < 0) &&
    plan.columns[0]?.index === 0;
  return isCovered ? { plan, runs: plan.groups.map(findRuns) } : null;
}

/** Whether all these values are those of the row before. */
function repeatsAll({ repeats }: RowCut, members: readonly number[] = []): boolean {
  for (const member of members) if (repeats[member] !== 1) return false;
  return true;
}

/** Where the fields of a group stand, first to last. */
function positionsOf({ positions, secrets }: GroupPlan): number[] {
  return [...positions, ...secrets.map(({ position }) => position)]
    .filter((position) => position >= 0)
    .sort((one, other) => one - other);
}

function findRuns(group: GroupPlan): Run[] {
  const runs: Run[] = [];
  for (const position of positionsOf(group)) {
    const run = runs.at(-1);
    if (run?.last === position - 1) runs[runs.length - 1] = { first: run.first, last: position };
    else runs.push({ first: position, last: position });
  }
  return runs;
}

/** The bytes of a run's fields with their names, one character a byte. */
function textOf(run: Run, { ends }: RowCut, body: Buffer, rowStart: number): string {
  const start = run.first === 0 ? rowStart + 1 : (ends[run.first - 1] ?? 0) + 1;
  return `${body.toString('latin1', start, ends[run.last])},`;
}

/** The values of the fields in a text of `textOf`, each in its place among all names; undefined where it is no JSON. */
function readValues(text: string, names: readonly string[]): JsonValue[] | undefined {
  try {
    const members = utf8.decode(Buffer.from(text.slice(0, -1), 'latin1'));
    const fields = parseJson(`{${members}}`);
    if (!isJsonObject(fields)) return undefined;
    return names.map((name) => (Object.hasOwn(fields, name) ? (fields[name] ?? null) : null));
  } catch {
    return undefined;
  }
}
