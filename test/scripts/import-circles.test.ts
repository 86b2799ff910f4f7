import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../src');

/** The files of src with the files that each imports, types included. */
function readImports(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => join(root, name));
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      const names = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'?]+)/g)].map(([, name = '']) =>
        resolve(dirname(file), name),
      );
      return [file, names.filter((name) => /\.(ts|svelte)$/.test(name) && existsSync(name))];
    }),
  );
}

/** The shortest ways from each file back to itself, by the files on them. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles = new Set<string>();
  for (const start of imports.keys()) {
    const cameFrom = new Map<string, string>();
    const open = [start];
    for (let file = open.shift(); file !== undefined; file = open.shift()) {
      for (const next of imports.get(file) ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, file);
        open.push(next);
      }
    }
    if (!cameFrom.has(start)) continue;
    const circle = [start];
    for (let file = cameFrom.get(start); file !== undefined && file !== start;) {
      circle.push(file);
      file = cameFrom.get(file);
    }
    circles.add(
      circle
        .map((file) => relative(root, file).replaceAll('\\', '/'))
        .sort()
        .join(' '),
    );
  }
  return [...circles];
}

test('no file imports itself through others, not even for a type', () => {
  expect(findCircles(readImports())).toEqual([]);
});

test('a circle of three files is found', () => {
  const imports = new Map([
    [join(root, 'a.ts'), [join(root, 'b.ts')]],
    [join(root, 'b.ts'), [join(root, 'c.ts')]],
    [join(root, 'c.ts'), [join(root, 'a.ts')]],
    [join(root, 'd.ts'), [join(root, 'a.ts')]],
  ]);
  expect(findCircles(imports)).toEqual(['a.ts b.ts c.ts']);
});
