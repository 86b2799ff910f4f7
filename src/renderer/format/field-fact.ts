import type { FieldKind } from '../../shared/field.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { factsOf, type Fact } from './fact.ts';
import { formatBytes, formatCount } from './format-number.ts';

/**
 * A field as a person reads it: yes and no, counts with separators, bytes with
 * their unit. A value of another kind than the specification says is shown as received.
 */
export function fieldFact(name: string, record: JsonObject, field: string, kind: FieldKind): Fact {
  const value = record[field];
  const fact = { name, title: field };
  if (value === undefined || value === null || value === '') return { ...fact, value: null };
  if (kind === 'boolean' && typeof value === 'boolean') {
    return { ...fact, value: value ? 'Yes' : 'No' };
  }
  if (kind === 'integer' && typeof value === 'number') {
    // Identifiers are not amounts.
    if (/_id$|_id_/.test(field)) return { ...fact, value: String(value), isMono: true };
    if (/_bytes(_|$)/.test(field)) return { ...fact, value: formatBytes(value) };
    return { ...fact, value: formatCount(value) };
  }
  const [received] = factsOf({ [field]: flatten(value) });
  const isMono = kind === 'id' || /_id$|_id_/.test(field);
  return { ...fact, value: received?.value ?? null, ...(isMono ? { isMono } : {}) };
}

/** Lists of texts, and lists of such lists, as one text. */
function flatten(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const items = value as readonly JsonValue[];
  const lists = items.map(joinTexts);
  return joinTexts(items) ?? (lists.every((list) => list !== null) ? lists.join('; ') : value);
}

function joinTexts(value: JsonValue): string | null {
  if (!Array.isArray(value)) return null;
  const texts = (value as readonly JsonValue[]).filter((item) => typeof item === 'string');
  return texts.length === value.length ? texts.join(', ') : null;
}
