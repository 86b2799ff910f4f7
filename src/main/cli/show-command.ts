import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Store } from '../store/contract.ts';
import { defineCommand } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatCell, formatTable } from './output.ts';

/** What `show` can show from the offline copy, and in which list it is. */
const shownFromCopy = {
  proxy: (store: Store) => store.proxies,
  service: (store: Store) => store.services,
  user: (store: Store) => store.proxyUsers,
} as const;

/** `show proxy|service|user ID`: every field as received. */
export const showCommand = defineCommand({
  usage: 'show proxy|service|user ID [--secrets]',
  summary: 'Show every field of one record of the offline copy.',
  options: { secrets: 'flag' },
  async run({ session, output }, [noun, id, ...rest], { secrets }) {
    if (noun === undefined || id === undefined || rest.length > 0) {
      throw fail(
        'invalid-input',
        'Say what to show: show proxy ID, show service ID or show user ID.',
      );
    }
    const listOf = Object.entries(shownFromCopy).find(([name]) => name === noun)?.[1];
    if (!listOf)
      throw fail('invalid-input', `There is no "${noun}" to show: proxy, service or user.`);
    const opened = session();
    if (secrets) await opened.unlock();
    const record = listOf(opened.store).record(id, { secrets });
    if (!record) {
      throw fail('not-found', `The offline copy has no ${noun} "${id}". Check the id, or sync.`);
    }
    output.json(record);
    if (!output.isJson) await output.stream(formatRecord(record), false);
    return exitCodes.done;
  },
});

/** A record as two columns: field and value. */
function formatRecord(record: JsonObject): string[] {
  return formatTable(
    ['field', 'value'],
    Object.entries(record).map(([field, value]) => [formatCell(field), formatCell(value)]),
  );
}
