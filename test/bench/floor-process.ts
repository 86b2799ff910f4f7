/**
 * The floor of the benchmark: receives the pages of the proxy search with undici,
 * one after the other, and parses them. Stores nothing. Arguments: base address,
 * number of pages. Prints the time in milliseconds.
 */
import { Agent, request } from 'undici';

const [baseUrl = '', pageCount = ''] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 1, pipelining: 1 });
const headers = { 'X-API-Public-Key': 'p', 'X-API-Private-Key': 'k' };
const receive = async (page: number): Promise<number> => {
  const response = await request(`${baseUrl}/public/user/proxy/search?page=${String(page)}&per_page=1000`, {
    dispatcher,
    headers,
  });
  const answer = JSON.parse(await response.body.text()) as { data: unknown[] }; // what the bench's own server sends
  return answer.data.length;
};
const startedAtMs = performance.now();
let rows = 0;
for (let page = 1; page <= Number(pageCount); page += 1) rows += await receive(page);
const durationMs = performance.now() - startedAtMs;
await dispatcher.close();
console.log(JSON.stringify({ durationMs, rows }));
