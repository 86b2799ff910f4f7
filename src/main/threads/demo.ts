import type { DemoOptions } from '../demo/server.ts';
import { startThread, type Call, type Functions } from './rpc.ts';

type DemoStart = Pick<DemoOptions, 'proxyCount' | 'publicKey' | 'privateKey'>;

interface DemoCalls {
  /** Starts the service; the reply is its base URL. */
  readonly start: Call<DemoStart, string>;
}

/** The functions of the thread `demo`. */
export const demoFunctions: Functions<DemoCalls> = {
  async start(options) {
    // Loaded here, because most accounts have a service of their own.
    const { startDemoService } = await import('../demo/server.ts');
    return (await startDemoService(options)).baseUrl;
  },
};

/** The service of a demo account while it runs. */
export interface RunningDemo {
  readonly baseUrl: string;
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
    return { baseUrl: await call('start', options), close };
  } catch (error) {
    await close();
    throw error;
  }
}
