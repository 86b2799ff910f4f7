/**
 * Reads an object by any text, against inherited names such as `constructor`; lint forbids `table[name]`.
 *
 * @returns undefined if not its own
 */
export const ownValue = <Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
