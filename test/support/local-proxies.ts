import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DemoService } from './demo-service.ts';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
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

/** A port that nothing listens on. */
export async function reservePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  await new Promise((resolve) => server.close(resolve));
  return port;
}
