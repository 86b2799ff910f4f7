import { onTestFinished } from 'vitest';
import { createApp, type App, type AppParts } from '../../src/main/app.ts';
import type { DemoService } from './demo-service.ts';
import { builtWorker } from './built-worker.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

/** A desktop that does nothing. */
export const noDesktop: AppParts['desktop'] = {
  applySettings: () => undefined,
  chooseSaveFile: () => Promise.resolve(null),
  copySecret: () => Promise.resolve(),
};

/** A log that nobody reads. */
export const noLog: AppParts['log'] = { info: () => undefined, error: () => undefined };

/** The account that the environment defines, at a service. */
export const accountAt = ({ baseUrl, publicKey, privateKey }: DemoService): AppParts['environment'] => ({
  name: 'env',
  baseUrl,
  keys: { publicKey, privateKey },
});

/**
 * Starts the app without a window on a data folder.
 *
 * @param parts what the test needs otherwise than a keychain in memory and no desktop
 * @param after closes the app; `afterAll` for one that several tests use
 */
export function startApp(
  dataDir: string,
  parts: Partial<AppParts> = {},
  after: (close: () => Promise<void>) => void = onTestFinished,
): App {
  const app = createApp({
    dataDir,
    keychain: createMemoryKeychain(),
    desktop: noDesktop,
    emit: () => undefined,
    log: noLog,
    workerFile: builtWorker,
    ...parts,
  });
  after(() => app.close());
  return app;
}
