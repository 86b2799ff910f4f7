import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';

/** One field that an adjustment changed; null: the record does not say. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What an adjustment changed, from whichever of its three maps say so: `eval`
 * holds both values, `pre` and `post` one each (specification, "Service adjustment").
 */
export function changesOf(record: JsonObject): FieldChange[] {
  const pre = objectOf(record['service_adjustment_pre']);
  const post = objectOf(record['service_adjustment_post']);
  const both = objectOf(record['service_adjustment_eval']);
  const fields = new Set([...Object.keys(both), ...Object.keys(pre), ...Object.keys(post)]);
  return [...fields].map((field) => {
    const pair = both[field];
    const values: readonly JsonValue[] = Array.isArray(pair) ? (pair as readonly JsonValue[]) : [];
    return {
      field,
      before: sayValue(values[0] ?? pre[field]),
      after: sayValue(values[1] ?? post[field]),
    };
  });
}

/** One proxy that was exchanged, as one reads it. */
export interface ReplacementLine {
  readonly id: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string | null;
  readonly at: string | null;
}

/** The exchanged proxies of an adjustment (specification, "Proxy replacement"). */
export function replacementsOf(record: JsonObject): ReplacementLine[] {
  const list = record['proxy_replacements'];
  if (!Array.isArray(list)) return [];
  return (list as readonly JsonValue[]).filter(isJsonObject).map((one, at) => ({
    id: sayValue(one['proxy_replacement_id']) ?? String(at),
    before: endpointOf(one, 'proxy_replacement_'),
    after: endpointOf(one, 'proxy_replacement_new_'),
    reason: sayValue(one['proxy_replacement_reason']),
    at: sayValue(one['proxy_replacement_creation_datetime']),
  }));
}

function endpointOf(one: JsonObject, prefix: string): string {
  const v4 = sayValue(one[`${prefix}ip_address_ipv4`]);
  const v6 = sayValue(one[`${prefix}ip_address_ipv6`]);
  const port = sayValue(one[`${prefix}http_port`]) ?? sayValue(one[`${prefix}socks5_port`]);
  const addresses = [v4, v6].filter((address) => address !== null);
  if (addresses.length === 0) return 'unknown';
  return addresses.join(', ') + (port === null ? '' : ` port ${port}`);
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

function sayValue(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
