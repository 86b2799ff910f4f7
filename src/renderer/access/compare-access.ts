import type { AccessComparison } from '../../shared/records/proxy-user.ts';
import { countOf } from '../format/format-number.ts';

export const differs = ({ offline, online }: AccessComparison): boolean => online !== null && online !== offline;

export function summarizeAccess(users: readonly AccessComparison[]): string {
  const different = users.filter(differs).length;
  const unnamed = users.filter(({ online }) => online === null).length;
  const compared = users.length - unnamed;
  const left = unnamed === 0 ? '' : ` The service does not list ${countOf(unnamed, 'user')} of the cached data.`;
  if (compared === 0) return `There is nothing to compare.${left}`;
  if (different === 0) {
    return `The service matches the cached data for ${countOf(compared, 'user')}.${left}`;
  }
  return `The service differs from the cached data for ${different} of ${countOf(compared, 'user')}. Sync to update the cached data.${left}`;
}

/** Sorts differences first, then by name. */
export function sortAccess(users: readonly AccessComparison[]): readonly AccessComparison[] {
  return users.toSorted(
    (left, right) =>
      Number(differs(right)) - Number(differs(left)) ||
      left.proxy_user_id.localeCompare(right.proxy_user_id, 'en', { numeric: true }),
  );
}
