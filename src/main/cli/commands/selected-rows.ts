import { fail } from '../../../shared/failure.ts';
import type { Rows } from '../../../shared/rows.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { OptionValues } from '../arguments.ts';

/** The options that select rows to tag or to add notes to. */
export const selectRowsOptions = { where: 'text', services: 'flag' } as const;

/**
 * The rows that `--where` finds: proxies, or services with `--services`. `--where ""` selects
 * all of them; without the option nothing is selected.
 *
 * @throws FailureError `invalid-input`
 */
export function selectRows(options: OptionValues<typeof selectRowsOptions>): Rows {
  const list = options.services ? 'services' : 'proxies';
  const { where } = options;
  if (where === undefined) {
    throw fail(
      'invalid-input',
      `Select ${list} with --where QUERY, or all of them with --where "".`,
    );
  }
  readQuery(where, list);
  return { list, kind: 'query', where };
}
