import { stringifyJson, type JsonObject } from '../../shared/json.ts';

/** A name and its value as shown; null: there is none. */
export interface Fact {
  readonly name: string;
  readonly value: string | null;
  readonly title?: string;
  readonly isMono?: boolean;
}

/** Every field of a record as received, in its order. */
export function factsOf(record: JsonObject): Fact[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    value:
      value === null
        ? null
        : typeof value === 'object'
          ? stringifyJson(value)
          : typeof value === 'string'
            ? value
            : String(value),
    isMono: true,
  }));
}
