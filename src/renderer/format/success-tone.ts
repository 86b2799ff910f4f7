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
