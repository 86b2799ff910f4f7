import type { DemoOptions } from '../demo/server.ts';
import { startThread, type Call, type Functions } from './rpc.ts';

type DemoStart = Pick<DemoOptions, 'proxyCount' | 'publicKey' | 'privateKey'>;

interface DemoCalls {
  /** Replies with the base URL. */
  readonly start: Call<DemoStart, string>;
}

export const demoFunctions: Functions<DemoCalls> = {
  async start(options) {
    // Loaded late: most accounts need no demo.
    const { startDemoService } = await import('../demo/server.ts');
    return (await startDemoService(options)).baseUrl;
  },
};

export interface RunningDemo {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Starts a demo service in a worker, because a million proxies take time.
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
