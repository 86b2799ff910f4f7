import { fail } from '../../shared/failure.ts';
import type { SortKey } from '../../shared/filter/query-term.ts';

/**
 * Reads the values of `--sort`: `FIELD`, `FIELD:desc`, `FIELD:asc`, several separated by commas or given several times.
 *
 * @throws FailureError `invalid-input` for another direction
 */
export function readSort(texts: readonly string[]): SortKey[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [field = '', direction = 'asc', ...rest] = text.trim().split(':');
      if (field === '' || rest.length > 0 || !/^(asc|desc)$/.test(direction)) {
        throw fail('invalid-input', `--sort takes FIELD or FIELD:desc, not "${text}".`);
      }
      return { field, isDescending: direction === 'desc' };
    });
}
