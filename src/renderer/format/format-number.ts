import { countOf, formatCount } from '../../shared/count-of.ts';

export { countOf, formatCount };

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

const amounts = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
});

/** At least two decimals: `1,067.50`. */
export function formatMoney(amount: number): string {
  return amounts.format(amount);
}

/** Decimal units: `4.1 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || Math.abs(value) >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? 'bytes'}`;
}

/** Successes in percent; null: no tests. */
export function formatPercent(part: number, whole: number): string | null {
  if (whole <= 0) return null;
  const percent = (part / whole) * 100;
  // Only a clean record is 100.
  const rounded = part < whole ? Math.min(percent, 99.9) : percent;
  return `${rounded.toFixed(1).replace(/\.0$/, '')}%`;
}

/** Two decimals: sums per month may have endless ones. */
export const roundMoney = (amount: number): string => formatMoney(Math.round(amount * 100) / 100);

/** Formats a sum; unknown if all costs are. */
export const roundSum = (
  amount: number,
  { serviceCount, unknownCount }: { readonly serviceCount: number; readonly unknownCount: number },
): string => (unknownCount > 0 && unknownCount === serviceCount ? 'Unknown' : roundMoney(amount));
