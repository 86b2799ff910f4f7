import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportFormats } from '../../src/main/exports/formats/index.ts';
import { runCommandLine } from '../support/run-command-line.ts';

const root = resolve(import.meta.dirname, '../..');

test('each promise of docs/security.md names tests that exist', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const promises = text.split('\n').filter((line) => /^\| [A-Z`]/.test(line));
  expect(promises.length).toBeGreaterThan(20);
  for (const promise of promises) {
    const names = promise.match(/(?<=`)(?:main|renderer|shared|scripts|e2e)\/[\w/-]+(?=`)/g) ?? [];
    expect(names, promise).not.toEqual([]);
    const missing = names.filter((name) => {
      const file = join(root, 'test', name);
      return !existsSync(`${file}.test.ts`) && !existsSync(`${file}.spec.ts`);
    });
    expect(missing, promise).toEqual([]);
  }
});

describe('the README', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');

  test('counts the formats that there are', () => {
    expect(/(\d+) formats/.exec(text)?.[1]).toBe(String(exportFormats.length));
  });

  test('names only commands of npm that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const named = [...text.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = '']) => name);
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'package']));
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test('names only commands and options of proxydeck that there are', async () => {
    const lines = [...text.matchAll(/^proxydeck (\w+)(.*)$/gm)];
    expect(lines.length).toBeGreaterThan(1);
    for (const [line, command = '', options = ''] of lines) {
      const help = await runCommandLine([command, '--help']);
      expect(help.code, line).toBe(0);
      for (const [option] of options.matchAll(/--\w+/g)) expect(help.stdout, line).toContain(option);
    }
  });

  test('takes its figures from the page of performance', () => {
    const figures = readFileSync(join(root, 'docs/performance.md'), 'utf8');
    const named = text.match(/[\d.]+ ms/g) ?? [];
    expect(named).toHaveLength(2);
    for (const figure of named) expect(figures).toContain(figure);
  });

  test('links only to files that there are', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, picture]) => link ?? picture ?? '',
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});
