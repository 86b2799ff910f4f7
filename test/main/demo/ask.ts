import type { DemoService } from '../../support/demo-service.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../src/shared/json.ts';

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly data: JsonValue | undefined;
}

/** Asks the demo with its keys, over HTTP and without Proxydeck's client. */
export async function ask(demo: DemoService, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${demo.baseUrl}/public/user${path}`, {
    ...init,
    headers: {
      'X-API-Public-Key': demo.publicKey,
      'X-API-Private-Key': demo.privateKey,
      ...(init.body ? { 'Content-Type': 'application/json' } : {}),
    },
  });
  const body = parseJson(await response.text());
  if (!isJsonObject(body)) throw new Error('The response is not an object.');
  return { status: response.status, body, data: body['data'] };
}

/** Sends a JSON body. */
export function send(demo: DemoService, method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Answer> {
  return ask(demo, path, { method, body: JSON.stringify(body) });
}

/** The rows of an answer. */
export function rowsOf(answer: Answer): JsonObject[] {
  if (!Array.isArray(answer.data)) throw new Error('The answer holds no rows.');
  return answer.data.filter(isJsonObject);
}
