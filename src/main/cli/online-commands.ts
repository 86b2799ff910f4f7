import { fail } from '../../shared/failure.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { searchResidentialAvailability } from '../api/availability.ts';
import { retrieveCheckoutCatalog } from '../api/catalog.ts';
import type { ApiClient, CallOptions } from '../api/client.ts';
import { retrieveCustomer } from '../api/customer.ts';
import { walkRecords } from '../api/pages.ts';
import {
  retrieveMobileSummary,
  retrieveResidentialSummary,
  searchResidentialLedger,
} from '../api/usage.ts';
import type { OptionTable } from './arguments.ts';
import { defineCommand, type Command } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatCell, formatRecord, formatTable, refuseWords, type Output } from './output.ts';

/** Commands that ask the service at once, because their answers are not kept. */

/** `customer`: the profile of the account. */
export const customerCommand = objectCommand(
  'customer',
  'Show the profile of the account.',
  retrieveCustomer,
);

/** `summary residential|mobile`. */
export const summaryCommand = defineCommand({
  usage: 'summary residential|mobile',
  summary: 'Show the usage summary of residential or mobile data.',
  options: {},
  async run({ session, output, signal }, [kind, ...rest]) {
    refuseWords(rest);
    if (kind !== 'residential' && kind !== 'mobile') {
      throw fail('invalid-input', 'Say which: summary residential or summary mobile.');
    }
    const retrieve = kind === 'residential' ? retrieveResidentialSummary : retrieveMobileSummary;
    const record = await retrieve(await session().client(), { signal });
    output.json(record);
    if (!output.isJson) await output.stream(formatRecord(record), false);
    return exitCodes.done;
  },
});

/** `catalog`: products that can be bought through the API. */
export const catalogCommand = defineCommand({
  usage: 'catalog',
  summary: 'List the products that can be bought through the API.',
  options: {},
  async run({ session, output, signal }, words) {
    refuseWords(words);
    const catalog = await retrieveCheckoutCatalog(await session().client(), { signal });
    output.json(catalog);
    const fields = [
      'product_name',
      'product_type',
      'product_protocol',
      'country_id',
      'product_stock',
      'product_is_available',
      'product_cycle_options',
    ];
    const rows = Object.entries(catalog).map(([id, product]) => [
      formatCell(id),
      ...fields.map((field) => formatCell(isJsonObject(product) ? product[field] : null)),
    ]);
    if (!output.isJson) await output.stream(formatTable(['product_id', ...fields], rows), false);
    return exitCodes.done;
  },
});

/** `ledger`: every residential ledger entry, page by page. */
export const ledgerCommand = defineCommand({
  usage: 'ledger',
  summary:
    'List the residential ledger. The service has no list of mobile entries; show mobile-ledger ID shows one.',
  options: {},
  async run({ session, output, signal }, words) {
    refuseWords(words);
    const entries: JsonObject[] = [];
    const client = await session().client();
    const pages = walkRecords((walk) => searchResidentialLedger(client, { ...walk, signal }));
    for await (const records of pages) {
      entries.push(...records.map(({ fields }) => fields));
      output.progress(`Ledger  ${entries.length} entries`);
    }
    const columns = ['period_date', 'reason', 'bytes', 'requests', 'id'].map(
      (name) => `residential_ledger_${name}`,
    );
    await printRecords(output, entries, columns);
    return exitCodes.done;
  },
});

/** `availability`: residential nodes, grouped where asked. */
export const availabilityCommand = defineCommand({
  usage: 'availability [--group-by country,subdivision,city,asn,zip_code,os]',
  summary: 'Show how many residential nodes there are.',
  options: { 'group-by': 'text' },
  async run({ session, output, signal }, words, options) {
    refuseWords(words);
    const groupBy = options['group-by']?.split(',').map((group) => group.trim()) ?? [];
    const answer = await searchResidentialAvailability(await session().client(), {
      groupBy,
      signal,
    });
    output.json(answer);
    if (output.isJson) return exitCodes.done;
    const found = answer['residential_options'];
    const rows = Array.isArray(found) ? (found as readonly JsonValue[]).filter(isJsonObject) : [];
    await printRecords(output, rows, [...new Set(rows.flatMap(Object.keys))]);
    output.line(`${formatCell(answer['total_residential_availability_node_count'])} nodes in all`);
    return exitCodes.done;
  },
});

function objectCommand(
  name: string,
  summary: string,
  retrieve: (client: ApiClient, options: CallOptions) => Promise<JsonObject>,
): Command<OptionTable> {
  return defineCommand({
    usage: name,
    summary,
    options: {},
    async run({ session, output, signal }, words) {
      refuseWords(words);
      const record = await retrieve(await session().client(), { signal });
      output.json(record);
      if (!output.isJson) await output.stream(formatRecord(record), false);
      return exitCodes.done;
    },
  });
}

async function printRecords(
  output: Output,
  records: readonly JsonObject[],
  columns: readonly string[],
): Promise<void> {
  if (output.isJson)
    await output.stream(
      records.map((record) => stringifyJson(record)),
      true,
    );
  else {
    const rows = records.map((record) => columns.map((column) => formatCell(record[column])));
    await output.stream(formatTable(columns, rows), false);
  }
}
