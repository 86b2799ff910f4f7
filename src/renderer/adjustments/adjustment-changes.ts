import { ownValue } from '../../shared/own-value.ts';
import type { FieldTable } from '../../shared/records/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { serviceFields } from '../../shared/records/service.ts';
import { formatField, readText } from '../format/format-field.ts';
import type { Tone } from '../table/columns/grid-column.ts';

/** Null: not in the record. */
interface FieldChange {
  readonly field: string;
  /** English. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An adjustment changes fields of its service. */
const declared: FieldTable = serviceFields;

/** From any of its maps: `eval` has both values, `pre` and `post` one each (specification, "Service adjustment"). */
export function changesOf(record: JsonObject): FieldChange[] {
  const pre = objectOf(record['service_adjustment_pre']);
  const post = objectOf(record['service_adjustment_post']);
  const both = objectOf(record['service_adjustment_eval']);
  const fields = new Set([...Object.keys(both), ...Object.keys(pre), ...Object.keys(post)]);
  return [...fields].map((field) => {
    const pair = ownValue(both, field);
    const values: readonly JsonValue[] = Array.isArray(pair) ? (pair as readonly JsonValue[]) : [];
    const { kind, label } = ownValue(declared, field) ?? { kind: 'text', label: field };
    const show = (value: JsonValue | undefined): string | null => formatField(kind, value)?.text ?? null;
    return {
      field,
      name: label,
      before: show(values[0] ?? ownValue(pre, field)),
      after: show(values[1] ?? ownValue(post, field)),
    };
  });
}

interface ReplacementLine {
  readonly id: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string | null;
  readonly at: string | null;
}

/** Specification, "Proxy replacement". */
export function replacementsOf(record: JsonObject): ReplacementLine[] {
  const list = record['proxy_replacements'];
  if (!Array.isArray(list)) return [];
  return (list as readonly JsonValue[]).filter(isJsonObject).map((one, at) => ({
    id: readText(one, 'proxy_replacement_id') ?? String(at),
    before: endpointOf(one, 'proxy_replacement_'),
    after: endpointOf(one, 'proxy_replacement_new_'),
    reason: readText(one, 'proxy_replacement_reason'),
    at: readText(one, 'proxy_replacement_creation_datetime'),
  }));
}

function endpointOf(one: JsonObject, prefix: string): string {
  const v4 = readText(one, `${prefix}ip_address_ipv4`);
  const v6 = readText(one, `${prefix}ip_address_ipv6`);
  const port = readText(one, `${prefix}http_port`) ?? readText(one, `${prefix}socks5_port`);
  const addresses = [v4, v6].filter((address) => address !== null);
  if (addresses.length === 0) return 'unknown';
  return addresses.join(', ') + (port === null ? '' : ` port ${port}`);
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Specification, "Service adjustment status"; unknown ones have none. */
export function adjustmentTone(status: string | null): Tone {
  switch (status) {
    case 'complete':
      return 'ok';
    case 'pending':
      return 'warn';
    case 'failed':
      return 'bad';
    default:
      return 'none';
  }
}
