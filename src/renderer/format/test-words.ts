import { ownValue } from '../../shared/own-value.ts';
import { probeReasons } from '../../shared/test-runs/local-test.ts';
import {
  probePhases,
  type PhaseDurations,
  type ProbePhase,
  type TestSource,
} from '../../shared/records/test-result.ts';
import { formatCount } from './format-number.ts';
import { labelCode } from './format-field.ts';

/** Who tested, after "a test". */
export const testSourceWords: { readonly [S in TestSource]: string } = {
  service: 'by the service',
  here: 'from this machine',
  gateway: 'by the gateway',
};

/** The sides at fault. */
export const faultWords = {
  proxy: 'Proxy',
  target: 'Target',
  machine: 'This machine',
} as const;

/** Why a test failed, in words: a reason of this machine, or an error code of the service. */
export function describeTestCode(code: string): string {
  const own: { readonly [reason: string]: { readonly label: string } | undefined } = probeReasons;
  return ownValue(own, code)?.label ?? labelCode(code);
}

/** In the order in which they happen. The table has exactly these keys. */
export const phaseNames = Object.keys(probePhases) as ProbePhase[];
/** The latency of a request ends at the first byte. */
export const latencyPhases = phaseNames.filter((name) => name !== 'body');

/** The phases of a request up to the first byte as parts of a bar; `fullMs` is the time of a full one. */
export const phaseParts = (phases: PhaseDurations, fullMs: number) =>
  latencyPhases.flatMap((name) => {
    const ms = phases[name];
    return ms === null || ms <= 0 ? [] : [{ look: `phase-${name}`, share: Math.min(1, ms / Math.max(1, fullMs)) }];
  });

/** The phases that a request had: "Connect 12 ms, Proxy handshake 20 ms". */
export const describePhases = (phases: PhaseDurations): string =>
  phaseNames
    .flatMap((name) => {
      const ms = phases[name];
      return ms === null ? [] : [`${probePhases[name].label} ${formatCount(Math.round(ms))} ms`];
    })
    .join(', ');

/** Below these shares of success, in percent, something is worth a look, or two. */
const fairPercent = 95;
const poorPercent = 80;

/** How good a share of success is; undefined: good, or nothing was tested. */
export function successTone(passed: number, tested: number): 'warn' | 'bad' | undefined {
  if (tested === 0) return undefined;
  const percent = (passed / tested) * 100;
  if (percent < poorPercent) return 'bad';
  return percent < fairPercent ? 'warn' : undefined;
}
