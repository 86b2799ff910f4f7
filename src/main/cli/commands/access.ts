import { fail } from '../../../shared/failure.ts';
import { checkAccess } from '../../access/check-access.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

export const accessCommand = defineCommand({
  usage: 'access --proxy ID... | --where QUERY',
  summary:
    'Check with the service which proxy users have access to proxies, and compare with the cached data. The exit code is 5 if they differ.',
  example: 'access --where country:US',
  options: optionsOf('proxy', 'where'),
  async run({ session, output, signal }, words, { proxy, where }) {
    refuseWords(words);
    if ((proxy.length === 0) === (where === undefined)) {
      throw fail('invalid-input', 'Select proxies with either --proxy ID... or --where QUERY.');
    }
    const { workers, client } = session();
    const proxies = where === undefined ? ({ kind: 'ids', ids: proxy } as const) : ({ kind: 'query', where } as const);
    const cached = await workers.call('access:cached', proxies, { signal });
    const { users } = await checkAccess(await client(), cached, { signal });
    const rows = users.map(({ proxy_user_id, offline, online }) => ({
      proxy_user_id,
      has_access: online,
      has_access_offline: offline,
      // The service lists every user with access.
      differs: offline !== (online ?? false),
    }));
    output.json(rows);
    const cells = rows.map((row) => [
      row.proxy_user_id,
      row.has_access === null ? 'not listed' : describe(row.has_access),
      describe(row.has_access_offline),
      row.differs ? 'differs' : '',
    ]);
    await output.table(['proxy user', 'service', 'cache', ''], cells);
    const differing = rows.filter(({ differs }) => differs).length;
    if (differing === 0) return exitCodes.done;
    output.message(
      `The cached data differs for ${String(differing)} of ${String(rows.length)} proxy users. Sync to update it.`,
    );
    return exitCodes.incomplete;
  },
});

const describe = (hasAccess: boolean): string => (hasAccess ? 'yes' : 'no');
