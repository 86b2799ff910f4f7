import { ownValue } from '../../shared/own-value.ts';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import {
  probePhases,
  type PhaseDurations,
  type ProbePhase,
  type TestSource,
} from '../../shared/records/test-result.ts';
import { countOf, formatCount } from './format-number.ts';
import { labelCode } from './format-field.ts';

/** After "a test". */
export const testSourceWords: { readonly [S in TestSource]: string } = {
  service: 'by the service',
  here: 'from this machine',
  gateway: 'by the gateway',
};

/** What tested. */
export const testSourceNames: { readonly [S in TestSource]: string } = {
  service: 'The service',
  here: 'This machine',
  gateway: 'The gateway',
};

export const faultWords = {
  proxy: 'Proxy',
  target: 'Target',
  machine: 'This machine',
} as const;

/** When a test is repeated: "Every hour", "Every 6 hours"; 0: "Once". */
export const describeRepeat = (everyHours: number): string =>
  everyHours === 0 ? 'Once' : `Every ${everyHours === 1 ? 'hour' : countOf(everyHours, 'hour')}`;

/** A reason of this machine, or the service's code. */
export function describeTestCode(code: string): string {
  const own: { readonly [reason: string]: { readonly label: string } | undefined } = probeReasons;
  return ownValue(own, code)?.label ?? labelCode(code);
}

/** In order. The table has exactly these keys. */
export const phaseNames = Object.keys(probePhases) as ProbePhase[];
/** Up to the first byte. */
export const latencyPhases = phaseNames.filter((name) => name !== 'body');

/** Parts of a bar; `fullMs` fills it. */
export const phaseParts = (phases: PhaseDurations, fullMs: number) =>
  latencyPhases.flatMap((name) => {
    const ms = phases[name];
    return ms === null || ms <= 0 ? [] : [{ look: `phase-${name}`, share: Math.min(1, ms / Math.max(1, fullMs)) }];
  });

/** "Connect 12 ms, Proxy handshake 20 ms". */
export const describePhases = (phases: PhaseDurations): string =>
  phaseNames
    .flatMap((name) => {
      const ms = phases[name];
      return ms === null ? [] : [`${probePhases[name].label} ${formatCount(Math.round(ms))} ms`];
    })
    .join(', ');

/** Shares of success. */
const fairPercent = 95;
const poorPercent = 80;

/** Tone of a share of successes; undefined: good, or not tested. */
export function successTone(passed: number, tested: number): 'warn' | 'bad' | undefined {
  if (tested === 0) return undefined;
  const percent = (passed / tested) * 100;
  if (percent < poorPercent) return 'bad';
  return percent < fairPercent ? 'warn' : undefined;
}
