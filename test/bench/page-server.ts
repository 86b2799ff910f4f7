/**
 * The service of the benchmarks: a process of its own that answers the three
 * searches of a sync from pages that were made before and stand in memory, so that as
 * little as possible of what is measured is the service. Started by `startPageServer`;
 * takes the number of proxies as its argument.
 */
import { createServer } from 'node:http';
import { startDemoService } from '../../src/main/demo/index.ts';
import { answerPage } from '../../src/main/demo/page.ts';

const pageSize = 1000;
const proxyCount = Number(process.argv[2]);
const rules = { defaultPerPage: pageSize, maxPerPage: pageSize, oversizedPages: 'capped' } as const;

const demo = await startDemoService({ proxyCount });
const { account } = demo;
const pageOf = (list: 'services' | 'proxyUsers' | 'proxies', page: number): Buffer =>
  Buffer.from(
    JSON.stringify(
      answerPage(account[list], { page: String(page), per_page: String(pageSize) }, rules, list),
    ),
  );
const paths: Readonly<Record<string, 'services' | 'proxyUsers' | 'proxies'>> = {
  '/api/1.0/public/user/service/search': 'services',
  '/api/1.0/public/user/proxy_user/search': 'proxyUsers',
  '/api/1.0/public/user/proxy/search': 'proxies',
};
const pageCount = Math.ceil(proxyCount / pageSize);
const makePages = (): Buffer[] =>
  Array.from({ length: pageCount }, (_, index) => pageOf('proxies', index + 1));
let pages = makePages();

/** One proxy in a hundred goes off or on line, spread evenly over the pages. */
function changeOnePercent(): void {
  for (let index = 7; index < proxyCount; index += 100) {
    const [row] = account.proxies.slice(index, 1);
    if (row === undefined) continue;
    account.proxies.update(String(row['proxy_id']), {
      proxy_is_online: row['proxy_is_online'] !== true,
    });
  }
  pages = makePages();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const list = paths[pathname];
  const page = Number(searchParams.get('page') ?? 1);
  const body = list === 'proxies' ? pages[page - 1] : list && pageOf(list, page);
  if (body === undefined) {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"not found"}');
    return;
  }
  response
    .writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    .end(body);
});

process.on('message', (message) => {
  if (message === 'change') changeOnePercent();
  process.send?.({ changed: true });
});
process.on('disconnect', () => {
  process.exit(0);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ baseUrl: `http://127.0.0.1:${String(port)}/api/1.0`, pageCount });
});
