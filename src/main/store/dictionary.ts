import { hash } from 'node:crypto';
import type { JsonValue } from '../../shared/json.ts';
import { encodeValue, formatId, type SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import type { GroupPlan } from './encode-plan.ts';
import { toJsonText } from './json-text.ts';
import type { Group } from './layout.ts';
import { createTupleMemory } from './tuple-memory.ts';
import type { Vault } from './secrets/vault.ts';

/** Gives every distinct tuple of a group one small integer. */
export interface Dictionary {
  /**
   * The id of the tuple that stands in a record's values; written where it is new.
   * Only inside a transaction.
   *
   * @param onLeftover gets the positions of values that the group's columns can't hold
   */
  intern(
    values: readonly JsonValue[],
    plan: GroupPlan,
    vault: Vault,
    onLeftover: (position: number) => void,
  ): number;
  /** The id of a tuple by the bytes that it was received as, where they were met before. */
  idOfBytes(bytes: string): number | undefined;
  rememberBytes(bytes: string, id: number): void;
  /** Forgets what it remembers, after a transaction was undone or another process wrote. */
  forget(): void;
}

/** Tuples remembered by their bytes; beyond that it starts anew. */
const maxRemembered = 20_000;
const digestLength = 16;

/** Builds the dictionary of one group. */
export function createDictionary(connection: Connection, group: Group): Dictionary {
  const { table, keepsSecrets } = group;
  const memory = createTupleMemory();
  const byBytes = new Map<string, number>();
  // Rows in a row often share their tuples, and comparing is quicker than looking up.
  let lastBytes = '';
  let lastId: number | undefined;
  let nextId: number | undefined;
  const names = [...group.columns.map(({ field }) => field), ...(keepsSecrets ? ['secrets'] : [])];
  const find = connection.prepare(`SELECT id FROM ${table} WHERE digest = ?`);
  const next = connection.prepare(`SELECT coalesce(max(id), 0) + 1 FROM ${table}`);
  const marks = names.map(() => '?').join(', ');
  const insert = connection.prepare(
    `INSERT INTO ${table} (id, digest, ${names.join(', ')}) VALUES (?, ?, ${marks})
     ON CONFLICT (digest) DO NOTHING`,
  );

  const lookUp = (values: readonly SqlValue[], secrets: string | null, vault: Vault): number => {
    const text = JSON.stringify([values, secrets]);
    // Only a keyed hash may be made of a password: any other could be guessed at.
    const digest = (
      keepsSecrets ? vault.hash(`${table} ${text}`) : hash('sha256', text, 'buffer')
    ).subarray(0, digestLength);
    const id = nextId ?? Number(next.get()?.[0]);
    const owner = formatId(values[0]);
    const encrypted =
      secrets === null ? null : vault.encrypt({ table, owner, column: 'secrets' }, secrets);
    // Mostly it is new: to look for it first would cost as much again.
    const added = insert.run(id, digest, ...values, ...(keepsSecrets ? [encrypted] : []));
    if (added === 0) return Number(find.get(digest)?.[0]);
    nextId = id + 1;
    return id;
  };

  return {
    intern(values, plan, vault, onLeftover) {
      const tuple = tupleOf(values, plan);
      const known = memory.get(tuple);
      if (known !== undefined) return known;
      const leftovers: number[] = [];
      const encoded = group.columns.map(({ form }, index) => {
        const value = tuple[index];
        if (value === undefined) return null;
        const stored = encodeValue(form, value);
        if (stored !== undefined) return stored;
        leftovers.push(plan.positions[index] ?? -1);
        return null;
      });
      const id = lookUp(encoded, secretsOf(values, plan), vault);
      // What is left over has to be handed out again for every record.
      if (leftovers.length === 0) memory.set(tuple, id);
      else leftovers.forEach(onLeftover);
      return id;
    },
    idOfBytes(bytes) {
      if (bytes === lastBytes) return lastId;
      const id = byBytes.get(bytes);
      if (id !== undefined) [lastBytes, lastId] = [bytes, id];
      return id;
    },
    rememberBytes(bytes, id) {
      if (byBytes.size >= maxRemembered) byBytes.clear();
      byBytes.set(bytes, id);
      [lastBytes, lastId] = [bytes, id];
    },
    forget() {
      memory.clear();
      byBytes.clear();
      [lastBytes, lastId, nextId] = ['', undefined, undefined];
    },
  };
}

function tupleOf(
  values: readonly JsonValue[],
  { positions, secrets }: GroupPlan,
): (JsonValue | undefined)[] {
  const tuple: (JsonValue | undefined)[] = [];
  for (const position of positions) tuple.push(values[position]);
  for (const { position } of secrets) tuple.push(values[position]);
  return tuple;
}

function secretsOf(values: readonly JsonValue[], { secrets }: GroupPlan): string | null {
  const present = secrets.filter(({ position }) => position >= 0);
  if (present.length === 0) return null;
  return toJsonText(
    Object.fromEntries(present.map(({ position, name }) => [name, values[position] ?? null])),
  );
}
