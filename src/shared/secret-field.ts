import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

const secretName = /pass|secret|token|private|credential|proxy_string/i;

/** Whether a field that no table names must be taken for a secret, by its own name or one inside it. */
export function looksSecret(name: string, value: JsonValue): boolean {
  return secretName.test(name) || holdsSecretName(value);
}

function holdsSecretName(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => holdsSecretName(item));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, item]) => looksSecret(name, item));
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
