import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The built app; what it imports statically is loaded before the window opens. */
const built = resolve(import.meta.dirname, '../../out/main');

/** The packages that a file of the built app needs before it runs. */
function findPackages(entry: string): ReadonlySet<string> {
  const files = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const imports = /^(?:import|export)\b[^;]*?(?:from )?"([^"]+)";$/gm;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      if (name.startsWith('.')) follow(join(file, '..', name));
      else packages.add(name);
    }
  };
  follow(join(built, entry));
  return packages;
}
const http = /^undici|^node:(http|https|http2)$/;

test('the window opens before the cache and the code of HTTP are loaded', () => {
  const packages = [...findPackages('index.js')];
  expect(packages).toContain('electron');
  expect(packages.filter((name) => name === 'better-sqlite3' || http.test(name))).toEqual([]);
});

test('the app, which every command loads, starts without the code of HTTP', () => {
  const packages = [...findPackages('app.js')];
  expect(packages).toContain('better-sqlite3');
  expect(packages.filter((name) => http.test(name))).toEqual([]);
});

test('workers start without the code of HTTP', () => {
  const packages = [...findPackages('worker.js')];
  expect(packages).toContain('better-sqlite3');
  expect(packages.filter((name) => http.test(name))).toEqual([]);
});
