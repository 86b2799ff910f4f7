import { formatMoney } from './format-number.ts';

/** An amount to two decimals: `1,067.50`. Sums per month may have endless ones. */
export const roundMoney = (amount: number): string => formatMoney(Math.round(amount * 100) / 100);

/** A sum over services: that of services whose cost is unknown is unknown too. */
export const roundSum = (
  amount: number,
  { serviceCount, unknownCount }: { readonly serviceCount: number; readonly unknownCount: number },
): string => (unknownCount > 0 && unknownCount === serviceCount ? 'Unknown' : roundMoney(amount));
