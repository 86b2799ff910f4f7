import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';

/** The options of a "list/options" response by user; malformed entries are skipped. */
export function readOptions(data: JsonValue | undefined): Map<string, JsonObject> {
  const options = Array.isArray(data) ? (data as readonly JsonValue[]) : [];
  return new Map(
    options.filter(isJsonObject).flatMap((option) => {
      const userId = option['proxy_user_id'];
      return typeof userId === 'string' ? [[userId, option] as const] : [];
    }),
  );
}
