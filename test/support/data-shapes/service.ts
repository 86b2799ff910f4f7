import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stringifyJson } from '../../../src/shared/json.ts';
import type { GeneratedAccount, GeneratedList } from './account.ts';
import { answerTestRun } from './test-answer.ts';

export interface GeneratedService {
  readonly baseUrl: string;
  /** Makes every page of the proxies ahead, so that the service costs next to nothing while it is measured. */
  prepare(): number;
  close(): void;
}

/** A larger `per_page` gets pages of this size. */
const maxPerPage = 1000;

/**
 * Serves the lists of an account over HTTP on 127.0.0.1, page by page (specification,
 * Conventions) and answers test runs. Any other request is answered with 404.
 */
export async function serveAccount(account: GeneratedAccount): Promise<GeneratedService> {
  const lists: Readonly<Record<string, GeneratedList>> = {
    service: account.services,
    proxy: account.proxies,
    proxy_user: account.proxyUsers,
    residential_ledger: { count: 0, row: () => ({}) },
  };
  let prepared: readonly Buffer[] = [];
  const server = createServer((request, response) => {
    const send = (body: Buffer | string | undefined): void => {
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      response.end(body ?? '{"message":"Not found."}');
    };
    if (isTestRun(request))
      void text(request).then((body) => {
        send(stringifyJson(answerTestRun(body)));
      });
    else send(answer(request));
  });
  const answer = (request: IncomingMessage): Buffer | string | undefined => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, name = ''] = /^\/api\/1\.0\/public\/user\/(\w+)\/search$/.exec(pathname) ?? [];
    const list = lists[name];
    if (list === undefined) return undefined;
    const page = Number(searchParams.get('page') ?? 1);
    const perPage = Math.min(Number(searchParams.get('per_page') ?? 50), maxPerPage);
    const ready = name === 'proxy' && perPage === maxPerPage ? prepared[page - 1] : undefined;
    return ready ?? writePage(list, page, perPage);
  };
  await listen(server);
  // A TCP server that listens has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/1.0`,
    prepare() {
      const pageCount = Math.ceil(account.proxies.count / maxPerPage);
      prepared = Array.from({ length: pageCount }, (_, index) =>
        Buffer.from(writePage(account.proxies, index + 1, maxPerPage)),
      );
      return pageCount;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function writePage(list: GeneratedList, page: number, perPage: number): string {
  const start = (page - 1) * perPage;
  const length = Math.max(0, Math.min(perPage, list.count - start));
  const data = Array.from({ length }, (_, at) => list.row(start + at));
  return stringifyJson({
    data,
    item_count: data.length,
    page,
    per_page: perPage,
    total_count: list.count,
    message: 'Search successful.',
  });
}

const isTestRun = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && url.endsWith('/proxy_test_run/create');

const listen = (server: Server): Promise<void> => new Promise((done) => server.listen(0, '127.0.0.1', done));
