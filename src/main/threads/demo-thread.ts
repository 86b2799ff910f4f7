import type { DemoOptions, DemoService } from '../demo/server.ts';
import { startThread, type Call, type Functions } from './rpc.ts';

type DemoStart = Pick<DemoOptions, 'proxyCount' | 'publicKey' | 'privateKey'>;

interface DemoCalls {
  /** Replies with the base URL. */
  readonly start: Call<DemoStart, string>;
  /** Writes the past of an account into its new files. */
  readonly writePast: Call<{ readonly databaseFile: string }, undefined>;
}

let service: DemoService | undefined;

export const demoFunctions: Functions<DemoCalls> = {
  async start(options) {
    // Loaded late: most accounts need no demo.
    const { startDemoService } = await import('../demo/server.ts');
    service = await startDemoService(options);
    return service.baseUrl;
  },
  async writePast({ databaseFile }, { signal }) {
    if (!service) throw new Error('The demo has not started.');
    const { writeHistory } = await import('../demo/history.ts');
    await writeHistory({ service, databaseFile, signal });
    return undefined;
  },
};

export interface RunningDemo {
  readonly baseUrl: string;
  /** Failures of the store. */
  writePast(databaseFile: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a demo service in a worker: a million proxies take time. */
export async function startDemo(file: URL, options: DemoStart): Promise<RunningDemo> {
  const { call, close } = startThread<DemoCalls>(file, { thread: 'demo' });
  try {
    return {
      baseUrl: await call('start', options),
      async writePast(databaseFile) {
        await call('writePast', { databaseFile });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
