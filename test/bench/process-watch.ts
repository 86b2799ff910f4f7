import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessFigures {
  /** Of the whole process: before the work, and the most during it. */
  readonly idleRssBytes: number;
  readonly peakRssBytes: number;
  /** How late the event loop of the main thread was. */
  readonly eventLoopDelayP99Ms: number;
  readonly eventLoopDelayMaxMs: number;
}

const settlingMs = 500;
const samplingMs = 20;

/** Does some work and says what it cost this process in memory and how late its event loop was. */
export async function watchProcess<Value>(work: () => Promise<Value>): Promise<{
  readonly value: Value;
  readonly durationMs: number;
  readonly figures: ProcessFigures;
}> {
  await sleep(settlingMs);
  const idleRssBytes = process.memoryUsage.rss();
  let peakRssBytes = idleRssBytes;
  const sampling = setInterval(() => {
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
  }, samplingMs);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAtMs = performance.now();
  try {
    const value = await work();
    const durationMs = performance.now() - startedAtMs;
    delay.disable();
    return {
      value,
      durationMs,
      figures: {
        idleRssBytes,
        peakRssBytes,
        eventLoopDelayP99Ms: delay.percentile(99) / 1e6,
        eventLoopDelayMaxMs: delay.max / 1e6,
      },
    };
  } finally {
    clearInterval(sampling);
  }
}
