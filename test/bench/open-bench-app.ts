import { createApp, type App, type AppParts } from '../../src/main/app.ts';

/** The one account of a measurement, at a service. */
export function benchAccount(baseUrl: string): NonNullable<AppParts['environment']> {
  const keys = { publicKey: 'bench-public', privateKey: 'bench-private' };
  return { name: 'bench', baseUrl, keys };
}

/**
 * The app without its window, with one account whose keys are in no keychain.
 *
 * @param parts what the measurement needs otherwise
 */
export function openBenchApp(dataDir: string, parts: Partial<Omit<AppParts, 'dataDir'>> = {}): App {
  return createApp({
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
      dragFiles: () => undefined,
    },
    emit: () => undefined,
    log: { info: () => undefined, error: () => undefined },
    environment: benchAccount('http://127.0.0.1:9/api/1.0'),
    ...parts,
  });
}
