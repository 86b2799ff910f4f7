import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';

/** Options of an answer of "list/options" by user; what is none is left out. */
export function readOptions(data: JsonValue | undefined): Map<string, JsonObject> {
  const options = Array.isArray(data) ? (data as readonly JsonValue[]) : [];
  return new Map(
    options.filter(isJsonObject).flatMap((option) => {
      const userId = option['proxy_user_id'];
      return typeof userId === 'string' ? [[userId, option] as const] : [];
    }),
  );
}
