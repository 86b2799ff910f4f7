import { fail } from '../../../shared/failure.ts';
import type { AnnotatedList } from '../../../shared/tag.ts';
import { readQuery } from '../../store/parse-request.ts';
import type { ResolvedSelection } from '../../store/types.ts';
import type { OptionValues } from '../arguments.ts';

/** The options that select rows to tag or to add notes to. */
export const selectRowsOptions = { where: 'text', services: 'flag' } as const;

/**
 * The rows that `--where` finds: proxies, or services with `--services`. `--where ""` selects
 * all of them; without the option nothing is selected.
 *
 * @throws FailureError `invalid-input`
 */
export function selectRows(options: OptionValues<typeof selectRowsOptions>): {
  readonly list: AnnotatedList;
  readonly rows: ResolvedSelection;
} {
  const list = options.services ? 'services' : 'proxies';
  if (options.where === undefined) {
    throw fail(
      'invalid-input',
      `Select ${list} with --where QUERY, or all of them with --where "".`,
    );
  }
  return { list, rows: { kind: 'query', where: readQuery(options.where, list), excludedIds: [] } };
}
