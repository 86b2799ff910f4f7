// @ts-check
/** Prints the Debian packages that a runner of the workflows needs; it brings Chrome and its driver itself. */
import { toBuild, toTest } from './system-packages.mjs';

const names = [...toBuild, ...toTest].map(({ name }) => name);
console.log(names.filter((name) => !name.startsWith('chromium')).join(' '));
