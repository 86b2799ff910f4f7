import type { FieldTable } from './field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { proxyFields } from './proxy.ts';
import { proxyUserFields } from './proxy-user.ts';
import { serviceFields } from './service.ts';

/** A field that the specification does not name is secret if its name says so, */
const secretParts =
  /pass|pwd|secret|token|private|credential|proxy_?string|connection_?string|(?:api|access|auth|signing|encryption)_?key/i;
/** or if one of the words of its name does: `totp_seed`, `apiKey`, `auth-header`. */
const secretWords = new Set(
  'auth authorization bearer cookie cookies dsn jwt key keys login otp pin psk pw seed session sid totp'.split(' '),
);

/**
 * or if a text looks like credentials: `scheme://user:pass@`, `user:pass@host:port`,
 * `host:port:user:pass`, or the value of an Authorization header. Each form is found in linear time.
 */
const secretTexts = [
  /:\/\/[^\s/?#@]+@/,
  /:[^\s:@/]+@[\w.-]+:\d/,
  /(?<![\w.-])(?:\[[0-9a-f:.]{2,45}\]|(?:[\w-]+\.)+[\w-]+):\d{2,5}:[^\s:]+:\S/i,
  /^\s*(?:basic|bearer|digest)\s+\S/i,
];

/** Whether a field that no table names must be taken for a secret, by its name or anything inside it. */
export function looksSecret(name: string, value: JsonValue): boolean {
  return isSecretName(name) || holdsSecret(value);
}

/**
 * The same record without its secrets, those inside other fields too. What the specification
 * names is known: of proxies, users and services only the fields it says are secret go.
 */
export function leaveOutSecrets(record: JsonObject): JsonObject {
  const copy: MutableObject = {};
  // Without recursion: how deep a value goes is the service's choice.
  const open: { from: JsonObject | readonly JsonValue[]; to: MutableObject | JsonValue[] }[] = [
    { from: record, to: copy },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to } = next;
    for (const [name, value] of Object.entries<JsonValue>(from)) {
      const isSpecified = from === record && specified.has(name);
      if (!isSpecified && isJsonObject(from) && isSecretName(name)) continue;
      if (!isSpecified && typeof value === 'string' && isSecretText(value)) continue;
      let kept = value;
      if (typeof value === 'object' && value !== null) {
        const inner = Array.isArray(value) ? [] : {};
        open.push({ from: value, to: inner });
        kept = inner;
      }
      if (Array.isArray(to)) to.push(kept);
      else addField(to, name, kept);
    }
  }
  return copy;
}

type MutableObject = { [name: string]: JsonValue };

/** Fields of the lists that the specification describes; what they hold is known. */
const specified = new Set(
  [proxyFields, proxyUserFields, serviceFields].flatMap((table: FieldTable) =>
    Object.keys(table).filter((name) => table[name]?.kind !== 'secret'),
  ),
);

function isSecretName(name: string): boolean {
  if (secretParts.test(name)) return true;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toLowerCase()));
}

/** Whether a text has the shape of credentials, such as `user:password@host:port`. */
export const isSecretText = (text: string): boolean => secretTexts.some((form) => form.test(text));

/** Without recursion, as above. */
function holdsSecret(value: JsonValue): boolean {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string' && isSecretText(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (isJsonObject(next) && Object.keys(next).some(isSecretName)) return true;
    for (const item of Object.values<JsonValue>(next)) open.push(item);
  }
  return false;
}

/** Plain assignment of `__proto__` would set the prototype instead of a field. */
function addField(to: MutableObject, name: string, value: JsonValue): void {
  Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
