import { fail } from '../../../shared/failure.ts';
import { csvLine } from '../../../shared/csv.ts';
import type { CostGroup, EndingServices } from '../../../shared/costs.ts';
import { endingTitles } from '../../../shared/service-ending.ts';
import { defineCommand } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { localToday, refuseWords, tableLines } from '../output.ts';

const tables = ['services', 'cycle', 'type', 'country', 'ending'] as const;

/** `costs`: what services cost per month; needs no network and no key. */
export const costsCommand = defineCommand({
  usage: `costs [--by ${tables.join('|')}] [--csv]`,
  summary:
    'Show what services cost per month, by service, cycle, type or country, and what ends or renews next month. The service gives no currency.',
  example: 'costs --by type --csv',
  options: { by: 'text', csv: 'flag' },
  endsAtOnce: true,
  async run({ session, output }, words, { by = 'services', csv }) {
    refuseWords(words);
    const table = tables.find((name) => name === by);
    if (table === undefined) {
      throw fail('invalid-input', `--by takes ${tables.join(', ')}, not "${by}".`);
    }
    const costs = session().store.costs(localToday());
    output.json(costs);
    if (!csv && !output.isJson) {
      const unknown =
        costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : '';
      output.line(
        `${costs.perMonth.toFixed(2)} per month for ${String(costs.serviceCount)} services${unknown}`,
      );
    }
    const groups = {
      cycle: costs.byCycle,
      type: costs.byType,
      country: costs.byCountry,
    };
    const [headings, rows] =
      table === 'services'
        ? ([
            [
              'service_id',
              'service_name',
              'service_type',
              'country_id',
              'service_total',
              'service_cycle',
              'per_month',
              'per_proxy',
            ],
            costs.services.map((service) => [
              service.service_id,
              service.service_name,
              service.service_type,
              service.country_id,
              service.service_total,
              service.service_cycle,
              service.perMonth,
              service.perProxy,
            ]),
          ] as const)
        : table === 'ending'
          ? endingTable(costs.nextMonth)
          : groupTable(table, groups[table]);
    const lines = csv
      ? [headings, ...rows].map((cells) => csvLine(cells))
      : tableLines(headings, rows);
    if (!output.isJson) await output.stream(lines, false);
    return exitCodes.done;
  },
});

type CostTable = readonly [headings: readonly string[], rows: readonly (readonly unknown[])[]];

const groupTable = (name: string, groups: readonly CostGroup[]): CostTable => [
  [name, 'services', 'per_month', 'unknown'],
  groups.map((group) => [group.value, group.serviceCount, group.perMonth, group.unknownCount]),
];

const endingTable = ({ services }: EndingServices): CostTable => [
  ['service_expiry_datetime', 'ending', 'service_id', 'service_name', 'service_total'],
  services.map((service) => [
    service.service_expiry_datetime,
    endingTitles[service.ending],
    service.service_id,
    service.service_name,
    service.service_total,
  ]),
];
