import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module that every thread of the app runs, as built; `build.ts` builds it before the tests. */
export const builtWorker = pathToFileURL(join(import.meta.dirname, '../../out/main/worker.js'));
