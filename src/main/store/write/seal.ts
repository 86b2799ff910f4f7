import type { Layout } from '../schema/layout.ts';
import type { Vault } from '../schema/vault.ts';
import type { SqlValue } from '../sqlite/connection.ts';

/** Separates values, as `char(31)` does in SQL. */
const separator = '\u001f';

/**
 * The seal of a row: a keyed hash of its columns as they are stored. A row that was damaged, or
 * changed by somebody without the key, does not match it.
 */
export function createSeal(layout: Layout) {
  const { columns, computed, lists, sharesSecrets } = layout;
  /** In the order of the values that a row is written with. */
  const names = [
    ...columns.map(({ field }) => field),
    ...computed.map(({ name }) => name),
    'rest',
    sharesSecrets ? 'credential_id' : 'secrets',
  ];
  // SQLite and JavaScript write fractions differently: these are read as numbers.
  const isFraction = (name: string): boolean =>
    columns.some(({ field, form }) => field === name && form === 'number');
  const fractions = names.filter(isFraction);
  const others = names.filter((name) => !isFraction(name));
  /** Where the values of a row are, in the order of `selected`. */
  const places = [...others, ...fractions].map((name) => names.indexOf(name));

  return {
    /** The columns that `check` reads, for a row `r`. */
    selected: [
      // One text for most of a row: SQLite joins values several times faster than they are read.
      `concat(${others.map((name) => (isBytes(name) ? `hex(r.${name})` : `r.${name}`)).join(', char(31), ')})`,
      ...fractions.map((name) => `r.${name}`),
      ...lists.map(
        ({ table }) =>
          `(SELECT group_concat(l.value, ',' ORDER BY l.position) FROM ${table} l WHERE l.row_key = r.key)`,
      ),
    ].join(', '),
    /** The seal of the values that `selected` gives. */
    check: (values: readonly SqlValue[], vault: Vault): Buffer =>
      vault.seal(values.map((value) => `${asText(value)}${separator}`).join('')),
    /** The seal of a row that is written with these columns and lists. */
    make(
      values: readonly SqlValue[],
      listed: readonly (readonly string[])[],
      vault: Vault,
    ): Buffer {
      let text = '';
      for (const at of places) text += `${asText(values[at] ?? null)}${separator}`;
      for (const ids of listed) text += `${ids.join(',')}${separator}`;
      return vault.seal(text);
    },
  };
}

const isBytes = (name: string): boolean => name === 'ipv6' || name === 'secrets';

function asText(value: SqlValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? value.toString('hex').toUpperCase() : String(value);
}
