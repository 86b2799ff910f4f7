import { fail } from '../../../../shared/failure.ts';
import { csvLine } from '../../../../shared/csv.ts';
import { localDay } from '../../../../shared/figures/days.ts';
import { costTable, costTableNames } from '../../../../shared/figures/overview-tables.ts';
import { defineCommand } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { refuseWords, tableLines, withoutControls } from '../../output.ts';

/** `costs`: what services cost per month; needs no network and no key. */
export const costsCommand = defineCommand({
  usage: `costs [--by ${costTableNames.join('|')}] [--csv]`,
  summary:
    'Show what services cost per month, by service, cycle, type or country, and what ends or renews next month. The service gives no currency.',
  example: 'costs --by type --csv',
  options: { by: 'text', csv: 'flag' },
  endsAtOnce: true,
  async run({ session, output }, words, { by = 'services', csv }) {
    refuseWords(words);
    const table = costTableNames.find((name) => name === by);
    if (table === undefined) {
      throw fail('invalid-input', `--by takes ${costTableNames.join(', ')}, not "${by}".`);
    }
    const costs = session().store.costs(localDay(Date.now()));
    output.json(costs);
    if (!csv && !output.isJson) {
      const unknown =
        costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : '';
      output.line(
        `${costs.perMonth.toFixed(2)} per month for ${String(costs.serviceCount)} services${unknown}`,
      );
    }
    const { headings, rows } = costTable(costs, table);
    const lines = csv
      ? [headings, ...rows].map((cells) => withoutControls(csvLine(cells)))
      : tableLines(headings, rows);
    if (!output.isJson) await output.stream(lines, false);
    return exitCodes.done;
  },
});
