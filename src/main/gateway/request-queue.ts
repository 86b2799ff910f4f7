import type { GatewayRequest } from '../../shared/records/gateway-request.ts';

/** Requests to be written, and how many were lost before them. */
export interface RequestBatch {
  readonly requests: readonly GatewayRequest[];
  readonly lostCount: number;
}

/** The most that wait to be written; others are lost, and counted. */
const maxWaiting = 20_000;
const maxBatch = 5_000;
const writeMs = 500;

/**
 * Collects the requests of a gateway for its log. Adding one never waits: one batch at a time is written, by another thread.
 *
 * @param parts.isOn whether requests are logged
 * @param parts.onError learns of the first batch that cannot be written; the next ones are only counted
 */
export function createRequestQueue(parts: {
  readonly isOn: () => boolean;
  readonly write: (batch: RequestBatch) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}) {
  const waiting: GatewayRequest[] = [];
  let lostCount = 0;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0 || lostCount > 0) {
      const batch = { requests: waiting.splice(0, maxBatch), lostCount };
      lostCount = 0;
      try {
        await parts.write(batch);
        isFailing = false;
      } catch (error) {
        lostCount += batch.requests.length + batch.lostCount;
        if (!isFailing) parts.onError(error);
        isFailing = true;
        return;
      }
    }
  };
  const write = (): Promise<void> =>
    (writing ??= writeAll().finally(() => {
      writing = undefined;
    }));
  return {
    add(request: GatewayRequest): void {
      if (!parts.isOn()) return;
      if (waiting.length >= maxWaiting) lostCount += 1;
      else waiting.push(request);
      timer ??= setTimeout(() => {
        timer = undefined;
        void write();
      }, writeMs).unref();
    },
    /** Writes what waits. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
