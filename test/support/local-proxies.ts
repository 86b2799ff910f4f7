import { createServer } from 'node:http';
import { changeDatabase } from './change-database.ts';
import type { DemoService } from './demo-service.ts';
import { listen } from './listen.ts';

/** Lets all proxies of an account be the same real one; its user is the default user of each. */
export function moveProxies(demo: DemoService, port: number, password: string): void {
  const { proxies } = demo.account;
  for (const proxy of proxies.slice(0, proxies.count())) {
    proxies.update(String(proxy['proxy_id']), {
      proxy_ip_address: '127.0.0.1',
      proxy_http_port: port,
      proxy_socks5_port: port,
      default_proxy_user_username: 'user1',
      default_proxy_user_password: password,
    });
  }
}

/** Lets the cached proxies of an account, or some of them, be the same real one, which needs no password. */
export function moveCachedProxies(databaseFile: string, port: number, where = 'TRUE'): void {
  changeDatabase(
    databaseFile,
    `UPDATE proxy SET proxy_ip_address = '127.0.0.1', proxy_http_port = ${String(port)},
       proxy_socks5_port = ${String(port)}, proxy_is_online = 1 WHERE ${where}`,
  );
}

/** A target on this machine, and how often it was requested. */
export async function startCountingTarget(
  onRequest: (count: number) => void = () => undefined,
): Promise<{ readonly url: string; readonly requestCount: () => number }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    onRequest(count);
    response.end('arrived');
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${String(port)}/`, requestCount: () => count };
}

/** A target that answers so many requests, and lets the others wait until more are allowed. */
export async function startGatedTarget() {
  let allowedCount = 0;
  let requestCount = 0;
  const waiting = new Set<() => void>();
  const next = (): void => {
    for (const answer of waiting) {
      if (allowedCount <= 0) return;
      allowedCount -= 1;
      waiting.delete(answer);
      answer();
    }
  };
  const server = createServer((_request, response) => {
    requestCount += 1;
    const answer = (): void => void response.end('arrived');
    waiting.add(answer);
    // A request that is aborted waits no more.
    response.on('close', () => waiting.delete(answer));
    next();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    requestCount: () => requestCount,
    waitingCount: () => waiting.size,
    allow(count: number): void {
      allowedCount += count;
      next();
    },
  };
}
