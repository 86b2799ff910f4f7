import type { DemoOptions, DemoService } from '../demo/server.ts';
import { startThread, type Call, type Functions } from './rpc.ts';

type DemoStart = Pick<DemoOptions, 'proxyCount' | 'publicKey' | 'privateKey'>;

interface DemoCalls {
  /** Starts the service; the reply is its base URL. */
  readonly start: Call<DemoStart, string>;
  /** Writes the month that the account has lived into its files, which nothing has written to yet. */
  readonly live: Call<{ readonly databaseFile: string }, undefined>;
}

let service: DemoService | undefined;

/** The functions of the thread `demo`. */
export const demoFunctions: Functions<DemoCalls> = {
  async start(options) {
    // Loaded here, because most accounts have a service of their own.
    const { startDemoService } = await import('../demo/server.ts');
    service = await startDemoService(options);
    return service.baseUrl;
  },
  async live({ databaseFile }, { signal }) {
    if (!service) throw new Error('The demo has not started.');
    const { writeHistory } = await import('../demo/history.ts');
    await writeHistory({ service, databaseFile, signal });
    return undefined;
  },
};

/** The service of a demo account while it runs. */
export interface RunningDemo {
  readonly baseUrl: string;
  /** Writes the month that the account has lived. Failures are those of the store. */
  live(databaseFile: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service of a demo account in a worker, so that making up a million proxies
 * does not keep the main thread busy.
 *
 * @param file the built worker
 */
export async function startDemo(file: URL, options: DemoStart): Promise<RunningDemo> {
  const { call, close } = startThread<DemoCalls>(file, { thread: 'demo' });
  try {
    return {
      baseUrl: await call('start', options),
      async live(databaseFile) {
        await call('live', { databaseFile });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
