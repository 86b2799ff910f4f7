import type { GatewayRequest } from '../../shared/records/gateway-request.ts';

export interface RequestBatch {
  readonly requests: readonly GatewayRequest[];
  readonly lostCount: number;
}

/** Requests beyond it are lost, and counted. */
const maxWaiting = 20_000;
const maxBatch = 5_000;
const writeMs = 500;

/**
 * Collects requests for the log without waiting; another thread writes one batch at a time.
 *
 * @param parts.isOn whether requests are logged
 * @param parts.onError gets the first failure; later batches are only counted
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
    /** Writes the rest. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
