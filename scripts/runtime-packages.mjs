// @ts-check
/**
 * What no package of Proxydeck contains of the packages that are loaded at run time: sources, and what
 * compiles them. By name of the package, files and folders at its top.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const withoutUse = {
  'better-sqlite3': ['binding.gyp', 'deps', 'src'],
  keytar: ['binding.gyp', 'src'],
  undici: ['docs', 'scripts', 'types'],
};

/** The oldest C library of Linux that both native modules run with: that of better-sqlite3's own binary. */
export const oldestGlibc = '2.34';
