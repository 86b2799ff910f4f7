import { once as onceOf } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { openTunnel } from '../../../src/main/dial/tunnel.ts';
import { listen } from '../../support/listen.ts';
import { patience } from '../../support/patience.ts';
import { startSocksProxy } from '../../support/built-in-proxies.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // It is there because of the flag.

test('a SOCKS5 tunnel that has been closed does not stay in memory until its time has passed', async () => {
  const host = '127.0.0.1';
  const port = await startSocksProxy({ host, password: null });
  const target = await listen(createServer());
  const open = async (): Promise<WeakRef<object>> => {
    const socket = connect({ host, port });
    await onceOf(socket, 'connect');
    const proxy = { host, port, protocol: 'socks5', credentials: null } as const;
    await openTunnel(socket, proxy, { host, port: target }, 60_000);
    socket.destroy();
    await onceOf(socket, 'close');
    return new WeakRef(socket);
  };
  const opened = await Promise.all([open(), open(), open()]);
  await vi.waitFor(
    async () => {
      // Outside of the turn that looked at them, which keeps them.
      await wait(0);
      collectGarbage();
      // An assertion on the sockets themselves would keep them.
      expect(opened.filter((socket) => socket.deref() !== undefined).length).toBe(0);
    },
    { ...patience, interval: 200 },
  );
}, 30_000);
