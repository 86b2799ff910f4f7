import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainNpm, explainOldNode } from '../../scripts/setup.mjs';
import { isOpenToOthers, makeCheckout } from '../support/checkout.ts';
import { needs } from '../support/needs.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const onLinux = describe.runIf(process.platform === 'linux');
const isRoot = process.getuid?.() === 0;
const sudo = isRoot ? '' : 'sudo ';

test('Node 22.19 is enough on systems whose Node does not come with the packages', () => {
  for (const version of ['22.19.0', '24.0.0', '26.1.0']) {
    expect(explainOldNode(version, false)).toBeUndefined();
  }
  expect(explainOldNode('22.18.0', false)).toBe('Please use Node 22.19 or newer; this is Node 22.18.0.');
  expect(explainOldNode('20.20.2', false)).toMatch(/22\.19/);
});

test('where Node comes with the packages, one that installs them is enough', () => {
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0']) {
    expect(explainOldNode(version, true), version).toBeUndefined();
  }
  for (const version of ['18.20.8', '20.18.3', '21.7.3', '22.11.0']) {
    expect(explainOldNode(version, true)).toBe(`Please use Node 20.19, or 22.12 or newer; this is Node ${version}.`);
  }
});

test.runIf(process.platform === 'linux')('a proxy that does not answer is named, without a page of npm', async () => {
  const checkout = makeCheckout();
  rmSync(join(checkout.modules, '.proxydeck-setup'));
  const { code, output } = await checkout.run(['scripts/setup.mjs'], {
    env: { HTTPS_PROXY: 'http://user:secret@127.0.0.1:9', NO_PROXY: undefined },
  });
  expect(output.replace(/^npm is still at it.*\n/m, '')).toBe(
    'Installing npm packages ...\n' +
      'npm packages cannot be installed: connect ECONNREFUSED 127.0.0.1:9\n' +
      'npm uses the proxy 127.0.0.1:9.\n' +
      'If it is about the network or a certificate, docs/set-up.md says how to name a proxy. ' +
      '`npm run setup -- --verbose` prints all that npm says.\n',
  );
  expect(code).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'a proxy that accepts and stays silent is named within 20 seconds',
  async () => {
    const connections = new Set<Socket>();
    const proxy = createServer((connection) => connections.add(connection.on('error', () => undefined)));
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    // A TCP server that listens has an address of this form.
    const { port } = proxy.address() as AddressInfo;
    const checkout = makeCheckout();
    rmSync(join(checkout.modules, '.proxydeck-setup'));
    const before = performance.now();
    const { code, output } = await checkout.run(['scripts/test.mjs'], {
      env: { HTTPS_PROXY: `http://127.0.0.1:${String(port)}`, NO_PROXY: undefined, no_proxy: undefined },
    });
    const seconds = (performance.now() - before) / 1000;
    for (const connection of connections) connection.destroy();
    proxy.close();
    expect(output).toBe(
      'Installing npm packages ...\n' +
        'npm packages cannot be installed: no answer for 15 seconds\n' +
        `npm uses the proxy 127.0.0.1:${String(port)}.\n` +
        'If it is about the network or a certificate, docs/set-up.md says how to name a proxy. ' +
        '`npm run setup -- --verbose` prints all that npm says.\n',
    );
    expect(code).toBe(1);
    expect(seconds).toBeLessThan(20);
    expect(connections.size).toBeGreaterThan(0);
  },
);

test('of what npm prints about a failure, the sentence is kept', () => {
  const printed =
    'npm error code EBUSY\nnpm error syscall rmdir\nnpm error path C:\\x\nnpm error errno -4082\n' +
    "npm error EBUSY: resource busy or locked, rmdir 'C:\\x'\nnpm error A complete log ...\n";
  expect(explainNpm(printed, {})).toMatch(
    /^npm packages cannot be installed: EBUSY: resource busy or locked, .*\nClose Proxydeck/,
  );
});

onLinux('without a compiler', () => {
  const installers = [
    ['apt-get', 'apt-get install --no-install-recommends pkg-config python3 make g++'],
    ['dnf', 'dnf install pkgconf-pkg-config python3 make gcc-c++'],
    ['zypper', 'zypper install pkg-config python3 make gcc-c++'],
    ['pacman', 'pacman -S --needed pkgconf python make gcc'],
  ] as const;

  test.each(installers)('the window starts, and the command for %s is named', async (name, command) => {
    const checkout = makeCheckout();
    const programs = { [name]: 'exit 1' };
    const { code, output } = await checkout.call('setup.mjs', 'setUp', ['window'], { programs });
    expect(output).toContain('keys can be kept in memory only. Everything else works.');
    expect(output.replaceAll(/\S*libsecret\S* /g, '')).toContain(`\`${sudo}${command}\``);
    expect(output).toContain('`npm run setup`');
    if (name !== 'apt-get') expect(output).not.toContain('apt-get');
    expect(output).toContain('returned: undefined');
    expect(code).toBe(0);
    expect(checkout.isKeytarBuilt()).toBe(false);
  });

  test('the window tries it once, and again when a tool was installed', async () => {
    const checkout = makeCheckout();
    const start = async (programs: Record<string, string | null>): Promise<string> =>
      (await checkout.call('setup.mjs', 'setUp', ['window'], { programs })).output;
    expect(await start({})).toContain('keys can be kept in memory only');
    expect(await start({})).toBe('returned: undefined\n');
    expect(await start({ make: 'exit 1' })).toContain('keys can be kept in memory only');
  });

  test.each(['window', 'tests', 'command line'])(
    'the set-up for "%s" succeeds and gives the reason in one line',
    async (purpose) => {
      const checkout = makeCheckout();
      const { code, output } = await checkout.call('setup.mjs', 'setUp', [purpose], {
        // Nothing else is missing, and Electron is not fetched.
        env: { E2E_TARGET: 'stand-in' },
      });
      expect(output).toMatch(/The keychain module was not compiled: .*Python/);
      expect(output).not.toContain('gyp');
      expect(output).toContain('returned: undefined');
      expect(code).toBe(0);
    },
  );

  test('what the compiler says is printed with --verbose', async () => {
    const { code, output } = await makeCheckout().run(['scripts/setup.mjs', '--verbose'], {});
    expect(output).toMatch(/gyp ERR! .*Python/);
    expect(code).toBe(0);
  });

  test('packages are refused, and what to install is named', async () => {
    const { code, output } = await makeCheckout().call('setup.mjs', 'setUp', ['packages']);
    expect(output).toMatch(/keytar cannot be compiled: .*Python.*\nFirst run `/);
    expect(output).not.toContain('gyp');
    expect(code).toBe(1);
  });

  test.runIf(isRoot && isOpenToOthers())('an ordinary user gets a command with sudo', async () => {
    const checkout = makeCheckout();
    const { code, output } = await checkout.call('setup.mjs', 'setUp', ['window'], {
      programs: { dnf: 'exit 1' },
      isOrdinaryUser: true,
    });
    expect(output).toContain('`sudo dnf install ');
    expect(code).toBe(0);
  });
});

onLinux('without the libraries of Electron', () => {
  const startWith = (installer: string, ldd: string) =>
    makeCheckout().call('electron.mjs', 'openElectron', [makeElectron(), []], {
      programs: { [installer]: 'exit 1', ldd: `printf '${ldd}'` },
    });
  const twoMissing =
    '\\tlibnss3.so => not found\\n\\tlibasound.so.2 => not found\\n\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n';

  test.each([
    ['apt-get', 'apt-get install --no-install-recommends libnss3 libasound2'],
    ['dnf', 'dnf install nss alsa-lib'],
    ['zypper', 'zypper install mozilla-nss libasound2'],
    ['pacman', 'pacman -S --needed nss alsa-lib'],
  ])('they are named, with the command for %s', async (installer, command) => {
    const { output } = await startWith(installer, twoMissing);
    expect(output).toContain('this system lacks libraries: libnss3.so, libasound.so.2');
    expect(output).toContain(`${sudo}${command}`);
    expect(output).toContain('returned: 127');
  });

  test('a library that no list has is still named', async () => {
    const { output } = await startWith('dnf', '\\tlibnew.so.1 => not found\\n');
    expect(output).toContain('this system lacks libraries: libnew.so.1');
  });

  test('a program that fails with all of them gets no advice about libraries', async () => {
    // It is opened at run time, so that its file is looked for besides.
    needs('libgtk-3-0');
    const { output } = await startWith('dnf', '\\tlibc.so.6 => /lib/libc.so.6 (0x1)\\n');
    expect(output).not.toContain('libraries');
  });

  function makeElectron(): string {
    const file = join(makeTemporaryFolder(), 'electron');
    writeFileSync(file, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
    return file;
  }
});
