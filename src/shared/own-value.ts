/**
 * Reads a value of a plain object by a name that can be any text. `constructor` and the like are names, too, and every object
 * inherits something by them; lint forbids `table[name]` for such names.
 *
 * @returns undefined if the object itself has no such name
 */
export const ownValue = <Value>(table: { readonly [name: string]: Value }, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
