import {
  availabilityGroups,
  availabilityOptionFields,
  groupingId,
} from '../../../../shared/records/availability.ts';
import { checkoutProductFields } from '../../../../shared/records/catalog.ts';
import { fail } from '../../../../shared/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts';
import type { CachedRecord } from '../../../../shared/records/cached-record.ts';
import { onlyId, type RecordKind } from '../../../../shared/operations.ts';
import { cachedOrFetched } from '../../../sync/cached-or-fetched.ts';
import { defineCommand, type CommandContext } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { formatCell, refuseWords, type Output } from '../../output.ts';

/** Commands that print one cached record; it is fetched if it is not cached yet. */

/** `customer`: the profile of the account. */
export const customerCommand = defineCommand({
  usage: 'customer [--online]',
  summary: 'Show the profile of the account. --online fetches it again.',
  example: 'customer --online',
  options: { online: 'flag' },
  endsAtOnce: true,
  async run(context, words, { online }) {
    refuseWords(words);
    await printRecord(context.output, await readRecord(context, 'customer', onlyId, online));
    return exitCodes.done;
  },
});

/** `summary residential|mobile`. */
export const summaryCommand = defineCommand({
  usage: 'summary residential|mobile [--online]',
  summary: 'Show the usage summary of residential or mobile data. --online fetches it again.',
  example: 'summary residential',
  options: { online: 'flag' },
  endsAtOnce: true,
  async run(context, [kind, ...rest], { online }) {
    refuseWords(rest);
    if (kind !== 'residential' && kind !== 'mobile') {
      throw fail('invalid-input', 'Usage: summary residential or summary mobile.');
    }
    const record = await readRecord(context, `${kind}_summary`, onlyId, online);
    await printRecord(context.output, record);
    return exitCodes.done;
  },
});

/** `catalog`: products that can be bought through the API. */
export const catalogCommand = defineCommand({
  usage: 'catalog [--online]',
  summary: 'List the products that can be bought through the API. --online fetches them again.',
  example: 'catalog --online',
  options: { online: 'flag' },
  endsAtOnce: true,
  async run(context, words, { online }) {
    refuseWords(words);
    const { output } = context;
    const catalog = await readRecord(context, 'catalog', onlyId, online);
    output.json(catalog);
    const products = Object.entries(catalog).map(([product_id, product]) => ({
      product_id,
      ...(isJsonObject(product) ? product : {}),
    }));
    const fields = ['product_id', ...Object.keys(checkoutProductFields)];
    await printTable(output, fields, products);
    return exitCodes.done;
  },
});

/** `availability`: the number of residential nodes, optionally in groups. */
export const availabilityCommand = defineCommand({
  usage: `availability [--group-by ${availabilityGroups.join(',')}] [--online]`,
  summary:
    'Show the number of residential nodes: the last response for the same groups. --online fetches it again.',
  example: 'availability --group-by country,city',
  options: { 'group-by': 'text', online: 'flag' },
  endsAtOnce: true,
  async run(context, words, options) {
    refuseWords(words);
    const { output } = context;
    const groupBy = readGroups(options['group-by']);
    const answer = await readRecord(context, 'availability', groupingId(groupBy), options.online);
    output.json(answer);
    if (output.isJson) return exitCodes.done;
    const found = answer['residential_options'];
    const rows = Array.isArray(found) ? (found as readonly JsonValue[]).filter(isJsonObject) : [];
    const known = Object.keys(availabilityOptionFields);
    const present = new Set(rows.flatMap(Object.keys));
    const unknown = [...present].filter((field) => !known.includes(field));
    await printTable(output, [...known.filter((field) => present.has(field)), ...unknown], rows);
    output.line(
      `${formatCell(answer['total_residential_availability_node_count'])} nodes in total`,
    );
    return exitCodes.done;
  },
});

function readGroups(text: string | undefined): (typeof availabilityGroups)[number][] {
  const words = text?.split(',').map((word) => word.trim()) ?? [];
  return words.map((word) => {
    const group = availabilityGroups.find((known) => known === word);
    if (group) return group;
    throw fail(
      'invalid-input',
      `--group-by takes ${availabilityGroups.join(', ')}, not "${word}".`,
    );
  });
}

function readRecord(
  { session, output, signal }: CommandContext,
  kind: RecordKind,
  id: string,
  online: boolean,
): Promise<JsonObject> {
  return readReportingAge(output, (onFetched) =>
    cachedOrFetched(session(), kind, id, { refresh: online, signal, onFetched }),
  );
}

/** Reads a record, and reports its age as a message unless it was just fetched. */
export async function readReportingAge(
  output: Output,
  read: (onFetched: () => void) => Promise<CachedRecord>,
): Promise<JsonObject> {
  const source = { isService: false };
  const { record, receivedAt } = await read(() => {
    source.isService = true;
  });
  if (!source.isService) {
    output.message(
      `From the cache, received ${receivedAt ?? 'at an unknown time'}. Fetch it again with --online.`,
    );
  }
  return record;
}

/** Prints a record as a table or as JSON. */
export async function printRecord(output: Output, record: JsonObject): Promise<void> {
  output.json(record);
  await output.table(['field', 'value'], Object.entries(record));
}

async function printTable(
  output: Output,
  fields: readonly string[],
  rows: readonly JsonObject[],
): Promise<void> {
  await output.table(
    fields,
    rows.map((row) => fields.map((field) => row[field])),
  );
}
