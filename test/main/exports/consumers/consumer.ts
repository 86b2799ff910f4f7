import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportProtocol } from '../../../../src/shared/exports/export.ts';
import { findFormat } from '../../../../src/main/exports/formats/index.ts';
import { prepareExport } from '../../../../src/main/exports/prepare.ts';
import { writeFiles } from '../../../../src/main/exports/files/write.ts';
import { hardPassword } from '../../../support/export-rows.ts';
import { needs } from '../../../support/needs.ts';
import { startMicrosocks, startSquid, startTarget, type ProxyOptions } from '../../../support/real-proxies.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';
import { makeProxy, makeStore, makeUser } from '../../store/support.ts';

export type Host = ProxyOptions['host'];
const v4: readonly Host[] = ['127.0.0.1'];
const both: readonly Host[] = [...v4, '::1'];

/** A program that is handed an exported file and asked for a request through the proxy in it. */
export interface Consumer {
  /** The program, as a sentence names it. */
  readonly name: string;
  readonly format: string;
  /** The packages that run it, as `needs` takes them. */
  readonly packages: readonly string[];
  readonly protocols?: readonly ExportProtocol[];
  readonly passwords?: readonly string[];
  /** Where not all of which the format can carry. */
  readonly hosts?: (protocol: ExportProtocol) => readonly Host[];
  /** How the file is called; some read it by its name. */
  readonly fileName?: string;
  /** Makes the request; gives whatever came back or was said. */
  run(file: string, url: string): Promise<string>;
}

const proxies = {
  http: { program: 'squid', start: startSquid },
  socks5: { program: 'microsocks', start: startMicrosocks },
} as const;

/**
 * Tests that an exported file, unchanged, brings the consumer through a real proxy,
 * and that the same with another password does not: so it is the proxy that lets it pass.
 */
export function testConsumer(consumer: Consumer): void {
  const format = findFormat(consumer.format);
  const all = format.protocol === null ? (['http', 'socks5'] as const) : [format.protocol];
  const passwords = [
    ...(format.hasCredentials ? (consumer.passwords ?? ['p@ss:1', hardPassword]) : []),
    // For users that the proxy knows by their address.
    ...(format.hasCredentials && format.canOmitCredentials !== true ? [] : [null]),
  ];
  for (const protocol of consumer.protocols ?? all) {
    const { program, start } = proxies[protocol];
    const hosts = consumer.hosts?.(protocol) ?? (format.hasIpv6 ? both : v4);
    for (const { host, password } of pairs(hosts, passwords)) {
      const secret = password === null ? 'no password' : `the password ${password}`;
      test(`the export ${format.name} brings ${consumer.name} through ${program} on ${host} with ${secret}`, async () => {
        needs(...consumer.packages);
        const port = await start({ host, password });
        const target = await startTarget();
        const request = async (row: Pick<Row, 'password' | 'port'>): Promise<string> => {
          const file = await exportProxy({ consumer, protocol, host, ...row });
          return consumer.run(file, protocol === 'http' ? target.nameUrl : target.addressUrl);
        };
        const right = { password, port };
        const wrong = password === null ? { ...right, port: 9 } : { ...right, password: `${password}x` };
        const [answer, refusal] = await Promise.all([request(right), request(wrong)]);
        expect(answer).toContain('arrived');
        expect(refusal).not.toContain('arrived');
      }, 90_000);
    }
  }
}

/**
 * Every host with the first password, and the others with the last host, which may have brackets in a URL: a format writes
 * address and credentials each on its own.
 */
const pairs = (hosts: readonly Host[], passwords: readonly (string | null)[]) =>
  passwords.flatMap((password, at) => (at === 0 ? hosts : hosts.slice(-1)).map((host) => ({ host, password })));

interface Row {
  readonly consumer: Consumer;
  readonly protocol: ExportProtocol;
  readonly host: Host;
  readonly port: number;
  /** Null: without credentials. */
  readonly password: string | null;
}

/** Exports one proxy of a store to a file, all the way that the app goes. */
async function exportProxy(row: Row): Promise<string> {
  const { consumer, protocol, host, port, password } = row;
  const store = makeStore();
  const address = host.includes(':') ? 'proxy_ip_address_v6' : 'proxy_ip_address';
  store.syncs.writePage('proxies', [makeProxy(1, { [address]: host, proxy_http_port: port, proxy_socks5_port: port })]);
  store.syncs.writePage('proxy_users', [
    makeUser('user1', { proxy_user_password: password ?? 'unused', ip_address_authentications: ['192.0.2.1'] }),
  ]);
  const prepared = prepareExport(store, {
    proxyUserId: 'user1',
    proxies: { kind: 'query', where: '' },
    format: consumer.format,
    protocol,
    ip: host.includes(':') ? '6' : '4',
    options: { credentials: password === null ? 'none' : 'user' },
  });
  const file = join(makeTemporaryFolder(), consumer.fileName ?? `export.${prepared.format.extension}`);
  await writeFiles([{ path: file, lines: prepared.lines }]);
  expect(prepared.count()).toMatchObject({ writtenCount: 1, skipped: [] });
  return file;
}

/** Runs a program without the proxies of this machine; gives what it printed, on both streams. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: makeTemporaryFolder(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  await new Promise((resolve) => child.once('close', resolve));
  return printed;
}
