import { createServer, type ServerResponse } from 'node:http';
import { stringifyJson } from '../../src/shared/json.ts';
import { listen } from './listen.ts';

/** What a scripted answer may be: a JSON value, or a function that writes the response. */
export type ScriptedAnswer = object | ((response: ServerResponse) => void);

/** One request of a list: `pass` counts how often its first page was asked for, from 1. */
export interface ListRequest {
  readonly resource: 'service' | 'proxy' | 'proxy_user' | 'residential_ledger';
  readonly page: number;
  readonly perPage: number;
  readonly pass: number;
}

/** A service that lists what a script says and knows nothing else, over real HTTP on 127.0.0.1, until the test ends. */
export async function startScriptedService(
  script: (request: ListRequest) => ScriptedAnswer,
): Promise<{ baseUrl: string; requestCount: () => number }> {
  const passes = new Map<string, number>();
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, resource] = /\/(service|proxy|proxy_user|residential_ledger)\/search$/.exec(url.pathname) ?? [];
    if (resource === undefined) {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":""}');
      return;
    }
    const page = Number(url.searchParams.get('page') ?? 1);
    if (page === 1) passes.set(resource, (passes.get(resource) ?? 0) + 1);
    const answer = script({
      // The pattern above lets no other word through.
      resource: resource as ListRequest['resource'],
      page,
      perPage: Number(url.searchParams.get('per_page') ?? 50),
      pass: passes.get(resource) ?? 0,
    });
    if (typeof answer === 'function') {
      answer(response);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(stringifyJson(answer));
  });
  const port = await listen(server);
  return { baseUrl: `http://127.0.0.1:${port}/api/1.0`, requestCount: () => requestCount };
}

/** A page of a list as the specification shows it. */
export function makePage(
  rows: readonly object[],
  { page, perPage }: Pick<ListRequest, 'page' | 'perPage'>,
  total = rows.length,
): object {
  const data = rows.slice((page - 1) * perPage, page * perPage);
  return { data, item_count: data.length, page, per_page: perPage, total_count: total, message: '' };
}
