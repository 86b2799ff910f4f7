import { rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCheckout } from '../support/checkout.ts';

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
    const { code, output } = await checkout.run(['scripts/test.mjs'], {
      env: { HTTPS_PROXY: `http://127.0.0.1:${String(port)}`, NO_PROXY: undefined, no_proxy: undefined },
    });
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
    expect(connections.size).toBeGreaterThan(0);
  },
);

describe.runIf(process.platform === 'linux')('without a compiler', () => {
  test.each(['window', 'tests', 'command line'])(
    'the set-up for "%s" succeeds and gives the reason',
    async (purpose) => {
      const checkout = makeCheckout();
      const { code, output } = await checkout.call('setup.mjs', 'setUp', [purpose]);
      expect(output).toMatch(/The keychain module was not compiled: .*Python/);
      expect(output).not.toContain('gyp');
      expect(code).toBe(0);
      expect(checkout.isKeytarBuilt()).toBe(false);
    },
  );

  test('a window tries to compile once', async () => {
    const checkout = makeCheckout();
    const start = async (): Promise<string> => (await checkout.call('setup.mjs', 'setUp', ['window'], {})).output;
    expect(await start()).toContain('keys can be kept in memory only');
    expect(await start()).toBe('returned: undefined\n');
  });

  test('packages are refused', async () => {
    const { code, output } = await makeCheckout().call('setup.mjs', 'setUp', ['packages']);
    expect(output).toMatch(/keytar cannot be compiled: .*Python/);
    expect(output).toContain(process.platform === 'linux' ? 'On Debian: `apt-get install' : 'docs/set-up.md names');
    expect(code).toBe(1);
  });

  test('the output of the compiler is printed with --verbose', async () => {
    const { code, output } = await makeCheckout().run(['scripts/setup.mjs', '--verbose'], {});
    expect(output).toMatch(/gyp ERR! .*Python/);
    expect(code).toBe(0);
  });
});
