import type { IncomingMessage } from 'node:http';
import { type JsonObject, isJsonObject, parseJson } from '../../shared/json.ts';

/** A status and `{ message }` (specification, "Errors"). */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

/** Without headers: keys are not recorded. */
export interface DemoRequest {
  readonly method: string;
  /** Below the base address, encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** The IDs of a million proxies fit. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Paths outside the base address stay whole. */
export function readRequest({ method = 'GET', url = '/' }: IncomingMessage, basePath: string): DemoRequest {
  const { pathname, searchParams } = new URL(url, 'http://demo.invalid');
  return {
    method,
    path: pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname,
    query: Object.fromEntries(searchParams),
  };
}

/**
 * Reads the JSON body.
 *
 * @throws Refusal 413 beyond 64 MiB, 415 without the JSON header, 400 unless a JSON object
 */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Refusal(413, 'The body is too large.');
    chunks.push(chunk);
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'The body must be application/json.');
  }
  let body: unknown;
  try {
    body = parseJson(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (isJsonObject(body)) return body;
  throw new Refusal(400, 'The body must be a JSON object.');
}
