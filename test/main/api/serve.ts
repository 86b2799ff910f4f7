import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { createClient, type ApiClient, type ClientParts } from '../../../src/main/api/http/client.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { asFailure, type Failure } from '../../../src/shared/failure.ts';
import { listen } from '../../support/listen.ts';

export interface Served {
  readonly baseUrl: string;
  /** Requests that arrived. */
  readonly arrived: readonly IncomingMessage[];
}

/** Serves on 127.0.0.1 until the running test has finished. */
export async function serve(answer: RequestListener): Promise<Served> {
  const arrived: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    arrived.push(request);
    answer(request, response);
  });
  const port = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}/1.0`, arrived };
}

export const keys = { publicKey: 'the-public-key', privateKey: 'the-private-key' };

export interface TestClient {
  readonly client: ApiClient;
  /** Waits between tries, in milliseconds; none is really waited. */
  readonly waits: readonly number[];
}

/** A client with a clock that moves only when something waits, and then at once. */
export function connect(baseUrl: string, parts: Partial<ClientParts> = {}): TestClient {
  const clock = createTestClock();
  const client = createClient({ baseUrl, ...keys, clock, ...parts });
  onTestFinished(() => client.close());
  return { client, waits: clock.waits };
}

/** The failure that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    return asFailure(error);
  }
  throw new Error('The call did not fail.');
}
