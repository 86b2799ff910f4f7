import type { ProbeReason, SuccessRule } from '../../../shared/test-runs/local-test.ts';
import type { Verdict } from '../../dial/judge-error.ts';

/** The target sent more than the limit. */
export class TooLargeError extends Error {}

/** Decides whether a complete response of the target fulfills the rule. */
export function judgeResponse(
  { status, body, firstByteMs }: { status: number; body: string; firstByteMs: number },
  { statuses, contains, lacks, maxMs }: SuccessRule,
): Verdict {
  if (!statuses.some(([from, to]) => status >= from && status <= to)) {
    return { reason: statusReasons[status] ?? 'wrong-status', status };
  }
  if (!body.includes(contains) || (lacks !== '' && body.includes(lacks))) {
    return { reason: 'wrong-body', status };
  }
  return { reason: maxMs !== null && firstByteMs > maxMs ? 'too-slow' : null, status };
}

/** The usual answers of targets to clients that they do not want. */
const statusReasons: Readonly<Record<number, ProbeReason>> = {
  401: 'blocked',
  403: 'blocked',
  407: 'blocked',
  451: 'blocked',
  429: 'too-many-requests',
  503: 'blocked',
};
