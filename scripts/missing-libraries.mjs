// @ts-check
/** Shared libraries that Electron's binary needs and a small Linux does not have. */
import { spawnSync } from 'node:child_process';
import { installCommand } from './system-packages.mjs';

/**
 * The libraries, and the packages that bring them.
 *
 * @type {Readonly<Record<string, readonly [apt: string, dnf: string, zypper: string, pacman: string]>>}
 */
const packages = {
  'libgtk-3.so.0': ['libgtk-3-0', 'gtk3', 'libgtk-3-0', 'gtk3'],
  'libnss3.so': ['libnss3', 'nss', 'mozilla-nss', 'nss'],
  'libnssutil3.so': ['libnss3', 'nss', 'mozilla-nss', 'nss'],
  'libsmime3.so': ['libnss3', 'nss', 'mozilla-nss', 'nss'],
  'libnspr4.so': ['libnspr4', 'nspr', 'mozilla-nspr', 'nspr'],
  'libasound.so.2': ['libasound2', 'alsa-lib', 'libasound2', 'alsa-lib'],
  'libgbm.so.1': ['libgbm1', 'mesa-libgbm', 'libgbm1', 'mesa'],
  'libdrm.so.2': ['libdrm2', 'libdrm', 'libdrm2', 'libdrm'],
  'libatk-1.0.so.0': ['libatk1.0-0', 'atk', 'libatk-1_0-0', 'at-spi2-core'],
  'libatk-bridge-2.0.so.0': ['libatk-bridge2.0-0', 'at-spi2-atk', 'libatk-bridge-2_0-0', 'at-spi2-core'],
  'libatspi.so.0': ['libatspi2.0-0', 'at-spi2-core', 'libatspi0', 'at-spi2-core'],
  'libcups.so.2': ['libcups2', 'cups-libs', 'libcups2', 'libcups'],
  'libdbus-1.so.3': ['libdbus-1-3', 'dbus-libs', 'libdbus-1-3', 'dbus'],
  'libcairo.so.2': ['libcairo2', 'cairo', 'libcairo2', 'cairo'],
  'libpango-1.0.so.0': ['libpango-1.0-0', 'pango', 'libpango-1_0-0', 'pango'],
  'libxkbcommon.so.0': ['libxkbcommon0', 'libxkbcommon', 'libxkbcommon0', 'libxkbcommon'],
  'libX11.so.6': ['libx11-6', 'libX11', 'libX11-6', 'libx11'],
  'libXcomposite.so.1': ['libxcomposite1', 'libXcomposite', 'libXcomposite1', 'libxcomposite'],
  'libXdamage.so.1': ['libxdamage1', 'libXdamage', 'libXdamage1', 'libxdamage'],
  'libXext.so.6': ['libxext6', 'libXext', 'libXext6', 'libxext'],
  'libXfixes.so.3': ['libxfixes3', 'libXfixes', 'libXfixes3', 'libxfixes'],
  'libXrandr.so.2': ['libxrandr2', 'libXrandr', 'libXrandr2', 'libxrandr'],
  'libxcb.so.1': ['libxcb1', 'libxcb', 'libxcb1', 'libxcb'],
};

/** Debian 13 and Ubuntu 24.04 renamed these; for most others the old name still works there. */
const renamed = { libasound2: 'libasound2t64' };

/**
 * Which libraries a program lacks, and the command that installs them.
 *
 * @param {string} program
 * @returns {string | undefined} undefined if none is missing, or if that cannot be found out
 */
export function adviseOnLibraries(program) {
  if (process.platform !== 'linux') return undefined;
  const missing = [...listUnresolved(program), ...(hasGtk() ? [] : ['libgtk-3.so.0'])];
  if (missing.length === 0) return undefined;
  const known = missing.flatMap((library) => {
    const [apt, dnf, zypper, pacman] = packages[library] ?? [];
    return apt && dnf && zypper && pacman ? [{ name: nameForApt(apt), elsewhere: { dnf, zypper, pacman } }] : [];
  });
  return (
    `The window cannot open, because this system lacks libraries: ${missing.join(', ')}.` +
    (known.length > 0 ? `\nTo install them:\n\n  ${installCommand(known)}` : '')
  );
}

/** @param {string} program */
function listUnresolved(program) {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found$/gm)].map(([, library = '']) => library);
}

/** Electron loads GTK only once it runs, so `ldd` does not name it. */
function hasGtk() {
  const { status, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return status !== 0 || /\blibgtk-[34]\.so/.test(stdout);
}

/** @param {string} name */
function nameForApt(name) {
  const newName = Object.entries(renamed).find(([old]) => old === name)?.[1];
  return newName && spawnSync('apt-cache', ['show', newName]).status === 0 ? newName : name;
}
