import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { adviseOnSandbox, findElectron, networkOfNpm } from '../../scripts/electron.mjs';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const binary = Object.entries(program).find(([name]) => name === process.platform)?.[1] ?? 'electron';
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
  version: string;
};

// These tests bring their own Electron, whichever one the machine names for the others.
beforeEach(() => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined);
  return () => vi.unstubAllEnvs();
});

/** The package `electron` with a small binary of our own, whose checksum it knows. */
function makePackage(): { folder: string; zip: Buffer } {
  const modules = join(makeTemporaryFolder(), 'node_modules');
  const folder = join(modules, 'electron');
  mkdirSync(folder, { recursive: true });
  for (const name of ['@electron', '@electron-internal']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  for (const name of ['package.json', 'install.js']) {
    copyFileSync(join(root, 'node_modules/electron', name), join(folder, name));
  }
  const zip = makeZip({ [binary]: 'a program', version });
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const checksums = { [name]: createHash('sha256').update(zip).digest('hex') };
  writeFileSync(join(folder, 'checksums.json'), JSON.stringify(checksums));
  return { folder, zip };
}

/** Serves the download, and runs the script that fetches it. */
async function startMirror(answer: (response: ServerResponse) => unknown) {
  const cache = makeTemporaryFolder();
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    void answer(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    requestCount: () => requestCount,
    port,
    async fetch(folder: string, idleSeconds: number, env: NodeJS.ProcessEnv = {}) {
      const child = spawn(process.execPath, [join(root, 'scripts/fetch-electron.mjs'), folder, String(idleSeconds)], {
        env: {
          ...process.env,
          ELECTRON_MIRROR: `http://127.0.0.1:${String(port)}/`,
          electron_config_cache: cache,
          ...env,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text: Buffer) => (output += text.toString()));
      }
      const code = await new Promise((done) => child.once('close', done));
      return { code, output };
    },
  };
}

test('a slow download that continues is fetched, checked and unpacked, and shows its progress', async () => {
  const { folder, zip } = makePackage();
  const mirror = await startMirror(async (response) => {
    response.writeHead(200, { 'Content-Length': zip.length });
    for (let part = 0; part < 5; part += 1) {
      response.write(zip.subarray((part * zip.length) / 5, ((part + 1) * zip.length) / 5));
      // Longer in sum than the pause after which a download counts as broken off: that is tested.
      await wait(700);
    }
    response.end();
  });
  expect(findElectron(folder)).toBeUndefined();
  const { code, output } = await mirror.fetch(folder, 3);
  expect(output).toContain(`Fetching Electron ${version}`);
  expect(output).toMatch(/\d MB/);
  expect(code).toBe(0);
  expect(findElectron(folder)).toBe(join(folder, 'dist', binary));
});

test('a download that brings nothing any more ends, and leaves nothing that looks installed', async () => {
  const { folder, zip } = makePackage();
  const mirror = await startMirror((response) => {
    response.writeHead(200, { 'Content-Length': zip.length });
    response.write(zip.subarray(0, 100));
  });
  const { code, output } = await mirror.fetch(folder, 1);
  expect(output).toContain('nothing arrived for 1 seconds');
  expect(code).toBe(1);
  expect(findElectron(folder)).toBeUndefined();
});

test('a download with other bytes is refused, and the next attempt fetches it again', async () => {
  const { folder, zip } = makePackage();
  const bodies = [Buffer.concat([zip, Buffer.from('x')]), zip];
  const mirror = await startMirror((response) => response.end(bodies.shift()));
  const refused = await mirror.fetch(folder, 10);
  expect(refused.output).toContain('checksum');
  expect(refused.code).toBe(1);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  expect((await mirror.fetch(folder, 10)).code).toBe(0);
  expect(mirror.requestCount()).toBe(2);
  expect(findElectron(folder)).toBe(join(folder, 'dist', binary));
});

test.each([
  ['npm alone knows', (proxy: string) => networkOfNpm({ npm_config_proxy: proxy })],
  ['the environment names', (proxy: string) => ({ ...networkOfNpm({}), HTTP_PROXY: proxy })],
])('Electron is fetched through the proxy that %s', async (_name, network) => {
  const { folder, zip } = makePackage();
  const mirror = await startMirror((response) => response.end(zip));
  const proxy = await startProxy(mirror.port);
  const withoutProxy = await mirror.fetch(folder, 10, {
    ELECTRON_MIRROR: 'http://electron.invalid/',
  });
  expect(withoutProxy.code).toBe(1);
  const { code } = await mirror.fetch(folder, 10, {
    ...network(proxy.url),
    ELECTRON_MIRROR: 'http://electron.invalid/',
  });
  expect(code).toBe(0);
  expect(proxy.hosts).toEqual(['electron.invalid']);
  expect(findElectron(folder)).toBe(join(folder, 'dist', binary));
});

test("what the user set for Node is kept, and a company's certificate is passed on", () => {
  const own = { HTTPS_PROXY: 'http://own.invalid', NODE_EXTRA_CA_CERTS: '/own.pem' };
  const ofNpm = { npm_config_https_proxy: 'http://npm.invalid', npm_config_cafile: '/npm.pem' };
  expect({ ...own, ...networkOfNpm({ ...own, ...ofNpm }) }).toMatchObject(own);
  expect(networkOfNpm(ofNpm)).toMatchObject({
    HTTPS_PROXY: 'http://npm.invalid',
    NODE_EXTRA_CA_CERTS: '/npm.pem',
    NODE_USE_SYSTEM_CA: '1',
  });
});

/** A proxy that leads every name to one port of this computer, for whole requests and for tunnels. */
async function startProxy(target: number) {
  const hosts: string[] = [];
  const proxy = createServer((request, response) => {
    const { hostname, pathname } = new URL(request.url ?? '');
    hosts.push(hostname);
    request.pipe(
      forward({ port: target, host: '127.0.0.1', path: pathname }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('connect', (request, socket) => {
    hosts.push((request.url ?? '').split(':')[0] ?? '');
    const tunnel = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    socket.on('error', () => tunnel.destroy());
    tunnel.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { hosts, url: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}` };
}

test('what was unpacked only in part, or is of another version, is not taken for Electron', () => {
  const { folder } = makePackage();
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write(`dist/${binary}`, 'a program');
  write('dist/version', version);
  expect(findElectron(folder)).toBeUndefined();
  write('path.txt', binary);
  expect(findElectron(folder)).toBe(join(folder, 'dist', binary));
  write('dist/version', '1.2.3');
  expect(findElectron(folder)).toBeUndefined();
});

describe.runIf(process.platform === 'linux')('on a system that restricts user namespaces', () => {
  const electron = '/home/a b/proxydeck/node_modules/electron/dist/electron';

  /** A system that consists of a few files. */
  function makeSystem(files: Readonly<Record<string, string>>): string {
    const system = makeTemporaryFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(system, name, '..'), { recursive: true });
      writeFileSync(join(system, name), text);
    }
    return system;
  }

  test('by AppArmor, a profile is named, which a new Electron keeps', () => {
    const setting = 'proc/sys/kernel/apparmor_restrict_unprivileged_userns';
    expect(adviseOnSandbox(electron, makeSystem({}))).toBeUndefined();
    expect(adviseOnSandbox(electron, makeSystem({ [setting]: '0\n' }))).toBeUndefined();
    const advice = adviseOnSandbox(electron, makeSystem({ [setting]: '1\n' }));
    expect(advice).toContain(`profile proxydeck-source "${electron}" flags=(unconfined) {`);
    expect(advice).toContain('sudo apparmor_parser -r /etc/apparmor.d/proxydeck-source');
    expect(advice).not.toContain('chrome-sandbox');
    const profiles = {
      'etc/apparmor.d/proxydeck-source': `profile proxydeck-source "${electron}"`,
    };
    expect(adviseOnSandbox(electron, makeSystem({ [setting]: '1\n', ...profiles }))).toBeUndefined();
  });

  test('by the kernel, its setting is named', () => {
    const setting = 'proc/sys/kernel/unprivileged_userns_clone';
    expect(adviseOnSandbox(electron, makeSystem({ [setting]: '1\n' }))).toBeUndefined();
    const advice = adviseOnSandbox(electron, makeSystem({ [setting]: '0\n' }));
    expect(advice).toContain('kernel.unprivileged_userns_clone=1');
  });
});

/** A zip archive of files that are stored as they are. */
function makeZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, entry, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
