import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApp, type App, type AppParts } from '../../src/main/app.ts';

export interface BenchApp {
  readonly app: App;
  readonly handlers: App['handlers'];
  /** The account of the measurement; fails while there is none. */
  readonly currentAccountId: () => string;
}

/** A built module of the app; the modules of the benchmarks are built into `out/bench`. */
const built = (name: string): URL => pathToFileURL(join(import.meta.dirname, '../main', `${name}.js`));

/**
 * The app without its window but with its workers, as `createApp` gives it to everybody,
 * with one account whose keys are in no keychain.
 *
 * @param parts what the measurement needs otherwise
 */
export function openBenchApp(
  dataDir: string,
  baseUrl: string,
  parts: Partial<Omit<AppParts, 'dataDir'>> = {},
): BenchApp {
  const app = createApp({
    dataDir,
    keychain: {
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    desktop: {
      applySettings: () => undefined,
      chooseSaveFile: () => Promise.resolve(null),
      copySecret: () => Promise.resolve(),
    },
    emit: () => undefined,
    log: { info: () => undefined, error: () => undefined },
    workerFile: built('worker'),
    environment: {
      name: 'bench',
      baseUrl,
      keys: { publicKey: 'bench-public', privateKey: 'bench-private' },
    },
    ...parts,
  });
  return { app, handlers: app.handlers, currentAccountId: () => app.accounts.named(undefined).id };
}
