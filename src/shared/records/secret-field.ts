import { ownValue } from '../own-value.ts';
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

/** IPv6 in brackets, or a name with a dot. */
const host = String.raw`(?:\[[0-9a-f:.]{2,45}\]|(?:[\w-]+\.)+[\w-]+)`;
/** Table cells have IPv6 without brackets. */
const cell = String.raw`(?:${host}|[0-9a-f]{0,4}:[0-9a-f:.]{2,45})`;
const ahead = String.raw`(?<![\w.-])`;
const quote = String.raw`["'\x60]?`;
const gap = String.raw`${quote}[,;\t|]${quote}`;

/** or if a text looks like credentials, as exports and other programs write them. Linear time. */
const secretTexts = [
  // scheme://user:pass@host
  /:\/\/[^\s/?#@]+@/,
  // user:pass@host:port
  /:[^\s:@/]+@(?:\[|[\w.-]+:\d)/,
  // user:pass@host; an address of mail after its scheme has no password
  /(?<!\b(?:mailto|sips?|xmpp|acct)):[^\s:@/]+@(?:[\w-]+\.)+[\w-]/i,
  // host:port:user:pass, and a name without a dot, which has a letter that no address has
  `${ahead}${host}:\\d{2,5}:[^\\s:]+:\\S`,
  `${ahead}(?=[\\w-]*[g-z])[\\w-]+:\\d{2,5}:[^\\s:]+:\\S`,
  // host:port@user:pass
  `${ahead}${host}:\\d{2,5}@[^\\s:@]+:\\S`,
  // user:pass:host:port
  `:[^\\s:]+:${host}:\\d{2,5}(?![\\w.])`,
  // the same as fields of a table, or as words
  `${ahead}${cell}${gap}\\d{2,5}${gap}[^\\s,;|"']+${gap}[^\\s,;|"']`,
  `\\b(?:https?|socks[45]?h?|raw)\\s+${cell}\\s+\\d{2,5}\\s+\\S+\\s+\\S`,
  // a header, and its value alone
  /\bauthorization["'`]?\s*[:=]\s*["'`]?\w+\s+\S/i,
  /^\s*(?:basic|bearer|digest)\s+\S/i,
  // an option of a program
  /(?<!\S)(?:-u|--(?:proxy-)?user)[\s=]*["']?[^\s:"']+:\S/i,
  // a field of a document, of settings or of a script
  /(?:password|passwd|passphrase|pwd)["'`]?\s*[:=]\s*["'`]?[^\s"'`,}]/i,
  /<password\b[^<>]*>[^<]/i,
].map((form) => (typeof form === 'string' ? new RegExp(form, 'i') : form));

/**
 * Whether an unspecified field may be secret, by its name or content.
 *
 * @param isKnown whether a text contains a known secret
 */
export function looksSecret(name: string, value: JsonValue, isKnown: (text: string) => boolean = () => false): boolean {
  return isSecretName(name) || holdsSecret(value, (text) => isSecretText(text) || isKnown(text));
}

/** Copies a record without secrets at any depth; of specified fields only those that are secret go. */
export function leaveOutSecrets(record: JsonObject): JsonObject {
  const copy: MutableObject = {};
  // Not recursive: the service decides how deep a value is.
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

/** Their content is known. */
const specified = new Set(
  [proxyFields, proxyUserFields, serviceFields].flatMap((table: FieldTable) =>
    Object.keys(table).filter((name) => ownValue(table, name)?.kind !== 'secret'),
  ),
);

function isSecretName(name: string): boolean {
  if (secretParts.test(name)) return true;
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return words.some((word) => secretWords.has(word.toLowerCase()));
}

/** Recognizes credentials, such as `user:password@host:port`. */
export const isSecretText = (text: string): boolean => secretTexts.some((form) => form.test(text));

/** Not recursive, as above. */
function holdsSecret(value: JsonValue, isSecret: (text: string) => boolean): boolean {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string' && isSecret(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (isJsonObject(next) && Object.keys(next).some(isSecretName)) return true;
    for (const item of Object.values<JsonValue>(next)) open.push(item);
  }
  return false;
}

/** Assigning `__proto__` would set the prototype. */
function addField(to: MutableObject, name: string, value: JsonValue): void {
  Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
