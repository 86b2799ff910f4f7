import { formatMoney } from '../format/format-number.ts';

/** An amount to two decimals: `1,067.50`. Sums per month may have endless ones. */
export const roundMoney = (amount: number): string => formatMoney(Math.round(amount * 100) / 100);
