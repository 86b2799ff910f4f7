#!/usr/bin/env node
// @ts-check
/**
 * Takes the place of fpm, which Debian does not have: understands the arguments
 * that electron-builder passes, and builds a deb with dpkg-deb or an rpm with rpmbuild.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
    'rpm-rpmbuild-define': { ...text, multiple: true },
    directories: { ...text, multiple: true },
  },
});

const work = mkdtempSync(join(tmpdir(), 'proxydeck-fpm-'));
const stage = join(work, 'stage');
mkdirSync(stage);
for (const pair of positionals) {
  const [from = '', to = ''] = pair.split('=');
  const target = join(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}
// A checkout may be readable for its owner only.
execFileSync('chmod', ['-R', 'u=rwX,go=rX', stage]);
if (values.t === 'deb') buildDeb();
else if (values.t === 'rpm') buildRpm();
else throw new Error(`The stand-in cannot build "${String(values.t)}".`);
rmSync(work, { recursive: true, force: true });

function buildDeb() {
  mkdirSync(join(stage, 'DEBIAN'));
  const [synopsis, ...description] = (values.description ?? '').split('\n');
  const control = writeFields([
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
  ]);
  writeFileSync(join(stage, 'DEBIAN/control'), control);
  for (const [script, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ]) {
    if (!script || !file) continue;
    cpSync(file, join(stage, 'DEBIAN', script));
    chmodSync(join(stage, 'DEBIAN', script), 0o755);
  }
  // gzip, because packages of a test are not worth the time of a better compression.
  const args = ['--root-owner-group', '-Zgzip', '--build', stage, values.package ?? ''];
  execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function buildRpm() {
  // As fpm does: electron-builder passes Debian's names.
  const processor = { amd64: 'x86_64', arm64: 'aarch64' }[values.architecture ?? ''] ?? 'noarch';
  const isOwned = (/** @type {string} */ folder) =>
    values.directories?.some((owned) => `${folder}/`.startsWith(`${owned}/`));
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name).slice(stage.length), isFolder: entry.isDirectory() }))
    .filter(({ path, isFolder }) => !isFolder || isOwned(path))
    .map(({ path, isFolder }) => `${isFolder ? '%dir ' : ''}"${path}"`)
    .sort();
  const fields = writeFields([
    ['Name', values.name],
    ['Version', values.version],
    ['Release', '1'],
    ['Summary', values['rpm-summary']],
    ['License', values.license],
    ['URL', values.url],
    ['Packager', values.maintainer],
    ['AutoReqProv', 'no'],
    ['Requires', values.d?.join(', ')],
  ]);
  const spec = [
    fields,
    `%description\n${values.description ?? ''}`,
    `%install\ncp -a '${stage}/.' '%{buildroot}'`,
    `%post\n${readFileSync(values['after-install'] ?? '', 'utf8')}`,
    `%postun\n${readFileSync(values['after-remove'] ?? '', 'utf8')}`,
    `%files\n${files.join('\n')}`,
  ];
  writeFileSync(join(work, 'package.spec'), `${spec.join('\n\n')}\n`);
  const definitions = [
    `_topdir ${join(work, 'rpm')}`,
    // The files are packed as they are.
    '__os_install_post %{nil}',
    '_build_id_links none',
    '_binary_payload w1.gzdio',
    ...(values['rpm-rpmbuild-define'] ?? []),
  ].flatMap((definition) => ['--define', definition]);
  const target = ['--target', processor];
  execFileSync('rpmbuild', ['-bb', '--quiet', ...target, ...definitions, join(work, 'package.spec')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = join(work, 'rpm/RPMS', processor);
  const [file = ''] = readdirSync(folder);
  cpSync(join(folder, file), values.package ?? '');
}

/** @param {readonly (readonly [string, string | undefined])[]} fields */
function writeFields(fields) {
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n`;
}
