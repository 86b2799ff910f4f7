import { ownValue } from '../own-value.ts';
import type { GatewayRequest } from '../records/gateway-request.ts';
import { probeReasons } from '../test-runs/local-test.ts';

type Judged = Pick<GatewayRequest, 'outcome' | 'reason' | 'fault' | 'tries'>;

/** What one of the proxies that were tried for a request did. `works` null: nothing can be said, as its client ended the request. */
interface TryOutcome {
  readonly works: boolean | null;
  readonly reason: string | null;
  /** Null: it works, or nobody knows. */
  readonly fault: GatewayRequest['fault'];
}

/** Judges a try of a logged request by its place. The last one has the outcome of the request. */
export function judgeTry({ outcome, reason, fault, tries }: Judged, at: number): TryOutcome {
  const own = tries[at]?.reason ?? null;
  const isLast = at === tries.length - 1;
  if (isLast && outcome === 'works') return { works: true, reason: null, fault: null };
  if (own === null && !(isLast && outcome === 'fails')) return { works: null, reason: null, fault: null };
  const known = ownValue<{ readonly fault: GatewayRequest['fault'] }>(probeReasons, own ?? '');
  return {
    works: false,
    reason: isLast ? (reason ?? own) : own,
    fault: isLast && fault !== null ? fault : (known?.fault ?? null),
  };
}
