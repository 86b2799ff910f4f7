import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../src/shared/json.ts';

/**
 * The answer to `proxy_test_run/create` (specification, Proxy tests): every ninth proxy
 * fails, the others succeed.
 */
export function answerTestRun(body: string): JsonObject {
  const request = parseJson(body);
  if (!isJsonObject(request)) return { message: 'A test run is an object.' };
  const proxies = listOf(request['proxies']).filter(isJsonObject);
  const data = proxies.map((proxy, at): [string, JsonObject] => [
    `tested-${at}`,
    {
      results: listOf(request['urls']).map((url) => ({
        proxy_id: proxy['proxy_id'] ?? null,
        proxy_test_result_url: url,
        proxy_test_result_is_successful: at % 9 !== 0,
      })),
    },
  ]);
  return { data: Object.fromEntries(data), message: 'Proxy test run successfully created.' };
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : []; // arrays of JSON hold JSON
