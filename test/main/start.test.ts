import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The built app; what it imports statically is loaded before the window opens. */
const built = resolve(import.meta.dirname, '../../out/main');

test.each(['index.js', 'worker.js'])('%s starts without the code of HTTP', (entry) => {
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
  expect(packages).toContain('better-sqlite3');
  expect([...packages].filter((name) => /^undici|^node:(http|https|http2)$/.test(name))).toEqual(
    [],
  );
});
