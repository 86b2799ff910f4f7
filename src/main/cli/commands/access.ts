import { fail } from '../../../shared/failure.ts';
import { checkAccess } from '../../exports/access/check-access.ts';
import { defineCommand } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatCell, formatTable, refuseWords } from '../output.ts';

/** `access`: who may use proxies, as the service says, beside what the copy says. */
export const accessCommand = defineCommand({
  usage: 'access --proxy ID... | --where QUERY',
  summary:
    'Ask the service which proxy users may use proxies, beside the offline answer. Ends with 5 where they differ.',
  options: { proxy: 'list', where: 'text' },
  async run({ session, output, signal }, words, { proxy, where }) {
    refuseWords(words);
    if ((proxy.length === 0) === (where === undefined)) {
      throw fail('invalid-input', 'Say which proxies: either --proxy ID... or --where QUERY.');
    }
    const { jobs, client } = session();
    const proxies =
      where === undefined
        ? ({ kind: 'ids', ids: proxy } as const)
        : ({ kind: 'query', where } as const);
    const cached = await jobs.run('access:cached', proxies, { signal });
    const { users } = await checkAccess(await client(), cached, { signal });
    const rows = users.map(({ proxy_user_id, offline, online }) => ({
      proxy_user_id,
      has_access: online,
      has_access_offline: offline,
      // A user that the service does not name has no access.
      differs: offline !== (online ?? false),
    }));
    output.json(rows);
    const cells = rows.map((row) => [
      formatCell(row.proxy_user_id),
      row.has_access === null ? 'not named' : describe(row.has_access),
      describe(row.has_access_offline),
      row.differs ? 'differs' : '',
    ]);
    const table = formatTable(['proxy user', 'service', 'offline copy', ''], cells);
    if (!output.isJson) await output.stream(table, false);
    const differing = rows.filter(({ differs }) => differs).length;
    if (differing === 0) return exitCodes.done;
    output.message(
      `The offline copy differs for ${String(differing)} of ${String(rows.length)} proxy users. Sync to bring it up to date.`,
    );
    return exitCodes.incomplete;
  },
});

const describe = (hasAccess: boolean): string => (hasAccess ? 'yes' : 'no');
