import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

const secretName = /pass|secret|token|private|credential|proxy_string/i;

/** Whether a field that no table names must be taken for a secret, by its own name or one inside it. */
export function looksSecret(name: string, value: JsonValue): boolean {
  return secretName.test(name) || holdsSecretName(value);
}

/** Without recursion: how deep a value goes is the service's choice. */
function holdsSecretName(value: JsonValue): boolean {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isJsonObject(next) && Object.keys(next).some((name) => secretName.test(name))) return true;
    for (const item of Object.values<JsonValue>(next)) open.push(item);
  }
  return false;
}

/** The same record without its secrets, those inside other fields too. */
export function leaveOutSecrets(record: JsonObject): JsonObject {
  const open = Object.entries(record).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(open.map(([name, value]) => [name, leaveOutInside(value)]));
}

function leaveOutInside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => leaveOutInside(item));
  return isJsonObject(value) ? leaveOutSecrets(value) : value;
}
