import { expect, test } from 'vitest';
import { explainNpm, explainOldNode } from '../../scripts/setup.mjs';
import { installCommand, packagesOfTests } from '../../scripts/system-packages.mjs';

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

test('of what npm prints about a failure, the sentence is kept', () => {
  const printed =
    'npm error code EBUSY\nnpm error syscall rmdir\nnpm error path C:\\x\nnpm error errno -4082\n' +
    "npm error EBUSY: resource busy or locked, rmdir 'C:\\x'\nnpm error A complete log ...\n";
  expect(explainNpm(printed, {})).toMatch(
    /^npm packages cannot be installed: EBUSY: resource busy or locked, .*\nClose Proxydeck/,
  );
});

test.runIf(process.platform === 'linux')('the packages that are missing are named in one command', () => {
  const missing = { name: 'absent-one', program: 'no-such-program' };
  const shell = { name: 'dash', program: 'sh' };
  expect(installCommand([missing, shell])).toBe('apt-get install --no-install-recommends absent-one');
  expect(installCommand([shell])).toBeUndefined();
});

test('a run needs a browser; with Electron a display, a keyring, and the keychain module if it can be compiled; the rest only if it is asked for', () => {
  const names = (run: Parameters<typeof packagesOfTests>[0]): string[] => packagesOfTests(run).map(({ name }) => name);
  expect(names({ hasElectron: false, isAll: false, hasCompiler: true })).toEqual(['chromium-headless-shell']);
  expect(names({ hasElectron: true, isAll: false, hasCompiler: true })).toEqual(
    expect.arrayContaining(['xvfb', 'libsecret-1-dev', 'pkg-config']),
  );
  const withoutCompiler = names({ hasElectron: true, isAll: false, hasCompiler: false });
  expect(withoutCompiler).toContain('xvfb');
  for (const name of ['squid', 'libsecret-1-dev', 'g++']) expect(withoutCompiler).not.toContain(name);
  expect(names({ hasElectron: false, isAll: true })).toEqual(expect.arrayContaining(['xvfb', 'squid', 'g++']));
});
