import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DataSource } from './data-source.ts';

export interface BenchService {
  readonly baseUrl: string;
  readonly pageCount: number;
  /** Changes one proxy in a hundred; returns how many. */
  change(): Promise<number>;
  close(): void;
}

/** Starts the service of a benchmark in a process of its own. */
export async function startService(source: DataSource, proxyCount: number): Promise<BenchService> {
  const child = fork(join(import.meta.dirname, 'service-process.ts'), [source, String(proxyCount)]);
  const listening = (await receiveMessage(child)) as { baseUrl: string; pageCount: number }; // its first message
  return {
    ...listening,
    async change() {
      child.send('change');
      const { changed } = (await receiveMessage(child)) as { changed: number }; // its only answer
      return changed;
    },
    close: () => {
      child.disconnect();
    },
  };
}

async function receiveMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}
