import { fail } from '../../../shared/failure.ts';
import type { AnnotatedList } from '../../../shared/tag.ts';
import { readQuery } from '../../store/parse-request.ts';
import type { ResolvedSelection } from '../../store/contract.ts';
import type { OptionValues } from '../arguments.ts';

/** How rows are chosen to be tagged or noted on. */
export const chosenRowsOptions = { where: 'text', services: 'flag' } as const;

/**
 * The rows that `--where` finds, proxies unless `--services` is given. Without a filter
 * nothing is chosen: `--where ""` says that all are meant.
 *
 * @throws FailureError `invalid-input`
 */
export function chosenRows(options: OptionValues<typeof chosenRowsOptions>): {
  readonly list: AnnotatedList;
  readonly rows: ResolvedSelection;
} {
  const list = options.services ? 'services' : 'proxies';
  if (options.where === undefined) {
    throw fail('invalid-input', `Say which ${list}: --where QUERY, or --where "" for all.`);
  }
  return { list, rows: { kind: 'query', where: readQuery(options.where, list), excludedIds: [] } };
}
