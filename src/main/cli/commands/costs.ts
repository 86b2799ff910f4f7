import { fail } from '../../../shared/failure.ts';
import { csvLine } from '../../../shared/csv.ts';
import { localDay } from '../../../shared/figures/days.ts';
import { costTable, costTableNames } from '../../../shared/figures/overview-tables.ts';
import type { CommandContext } from '../command.ts';
import { tableLines, withoutControls } from '../output.ts';

/** Prints what services cost per month, or one of the tables of costs; needs no network and no key. */
export async function printCosts(
  { session, output }: CommandContext,
  { by = 'services', csv }: { readonly by: string | undefined; readonly csv: boolean },
): Promise<void> {
  const table = costTableNames.find((name) => name === by);
  if (table === undefined) {
    throw fail('invalid-input', `--by takes ${costTableNames.join(', ')}, not "${by}".`);
  }
  const costs = session().store.costs(localDay(Date.now()));
  output.json(costs);
  if (!csv && !output.isJson) {
    const unknown = costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : '';
    output.line(`${costs.perMonth.toFixed(2)} per month for ${String(costs.serviceCount)} services${unknown}`);
  }
  const { headings, rows } = costTable(costs, table);
  const lines = csv ? [headings, ...rows].map((cells) => withoutControls(csvLine(cells))) : tableLines(headings, rows);
  if (!output.isJson) await output.stream(lines, false);
}
