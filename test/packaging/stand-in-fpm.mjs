#!/usr/bin/env node
// @ts-check
/**
 * Takes the place of fpm, which Debian does not have: understands the arguments
 * that electron-builder passes for a deb, and builds it with dpkg-deb.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const text = /** @type {const} */ ({ type: 'string' });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...text, short: 'd', multiple: true },
    force: { type: 'boolean' },
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
    'deb-priority': text,
    'deb-compression': text,
    'deb-recommends': { ...text, multiple: true },
  },
});
if (values.t !== 'deb') throw new Error(`The stand-in builds no ${String(values.t)}.`);

const stage = mkdtempSync(join(tmpdir(), 'proxydeck-deb-'));
// dpkg wants the root of a package to be readable.
chmodSync(stage, 0o755);
for (const pair of positionals) {
  const [from = '', to = ''] = pair.split('=');
  const target = join(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}
mkdirSync(join(stage, 'DEBIAN'));
const [synopsis, ...description] = (values.description ?? '').split('\n');
writeFileSync(
  join(stage, 'DEBIAN/control'),
  `${[
    ['Package', values.name],
    ['Version', values.version],
    ['Architecture', values.architecture],
    ['Maintainer', values.maintainer],
    ['Section', values.category],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Depends', values.d?.join(', ')],
    ['Recommends', values['deb-recommends']?.join(', ')],
    ['Description', [synopsis, ...description.map((line) => ` ${line.trim()}`)].join('\n')],
  ]
    .filter(([, value]) => value)
    .map(([field, value]) => `${String(field)}: ${String(value)}`)
    .join('\n')}\n`,
);
for (const [script, file] of [
  ['postinst', values['after-install']],
  ['postrm', values['after-remove']],
]) {
  if (!script || !file) continue;
  cpSync(file, join(stage, 'DEBIAN', script));
  chmodSync(join(stage, 'DEBIAN', script), 0o755);
}
// gzip, because the packages of a test need no compression worth the time.
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', stage, values.package ?? ''], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
rmSync(stage, { recursive: true, force: true });
