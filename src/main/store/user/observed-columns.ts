import { probePhases, type ObservedRequest, type PhaseDurations } from '../../../shared/records/test-result.ts';
import type { SqlRow, SqlValue } from '../sqlite/connection.ts';
import { numberOrNull, textOrNull } from '../schema/column-form.ts';

/** How `test_result` stores what a request through a proxy showed. */

// The table of the phases has these keys, in the order in which they happen.
export const phaseNames = Object.keys(probePhases) as (keyof PhaseDurations)[];
export const phaseColumns = phaseNames.map((name) => `${name === 'firstByte' ? 'first_byte' : name}_ms`);

/** In the order of `readObserved` and `toObserved`. */
export const observedColumns = [
  'reason',
  'fault',
  'status',
  'bytes',
  ...phaseColumns,
  'exit_address',
  'revealing_headers',
];

/** The values of the columns; all null for a result of the service. */
export function readObserved(observed: ObservedRequest | undefined): SqlValue[] {
  if (!observed) return observedColumns.map(() => null);
  const { reason, fault, status, bytes, phases, exitAddress, revealingHeaders } = observed;
  return [
    reason,
    fault,
    status,
    bytes,
    ...phaseNames.map((name) => roundMs(phases[name])),
    exitAddress,
    revealingHeaders.length === 0 ? null : revealingHeaders.join(','),
  ];
}

const roundMs = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

/** What the columns of a result from here or of the gateway say. */
export function toObserved([reason, fault, status, bytes, ...others]: SqlRow): ObservedRequest {
  const [exitAddress, headers] = others.slice(phaseNames.length);
  return {
    reason: textOrNull(reason),
    // Only faults are written.
    fault: textOrNull(fault) as ObservedRequest['fault'],
    status: numberOrNull(status),
    bytes: Number(bytes),
    phases: toPhases(others),
    exitAddress: textOrNull(exitAddress),
    revealingHeaders: textOrNull(headers)?.split(',') ?? [],
  };
}

/** The values of `phaseColumns`. */
export const toPhases = (values: readonly (SqlValue | undefined)[]): PhaseDurations =>
  Object.fromEntries(
    phaseNames.map((name, index) => [name, numberOrNull(values[index])]),
    // One column for each phase.
  ) as unknown as PhaseDurations;
