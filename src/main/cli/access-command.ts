import { isJsonObject, type JsonValue } from '../../shared/json.ts';
import { fail } from '../../shared/failure.ts';
import { listProxyOptions } from '../api/proxy.ts';
import { readQuery } from '../query.ts';
import type { ResolvedSelection, Store } from '../store/contract.ts';
import { defineCommand } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatTable, refuseWords } from './output.ts';

/** `access`: who may use proxies, as the service says, beside what the copy says. */
export const accessCommand = defineCommand({
  usage: 'access --proxy ID... | --where QUERY',
  summary: 'Ask the service which proxy users may use proxies, beside the offline answer.',
  options: { proxy: 'list', where: 'text' },
  async run({ session, output, signal }, words, options) {
    refuseWords(words);
    if ((options.proxy.length === 0) === (options.where === undefined)) {
      throw fail('invalid-input', 'Say which proxies: either --proxy ID... or --where QUERY.');
    }
    const opened = session();
    const { store } = opened;
    const ids = options.where === undefined ? options.proxy : findIds(store, options.where);
    if (ids.length === 0)
      throw fail('nothing-to-do', 'No proxy of the offline copy matches. Nothing was sent.');
    const answer = await listProxyOptions(await opened.client(), { proxy_ids: ids }, { signal });
    const offline = answerOffline(store, ids);
    const rows = readOptions(answer['data']).map(({ userId, hasAccess }) => ({
      proxy_user_id: userId,
      has_access: hasAccess,
      has_access_offline: offline.get(userId) ?? null,
    }));
    output.json(rows);
    const cells = rows.map((row) => [
      row.proxy_user_id,
      row.has_access ? 'yes' : 'no',
      row.has_access_offline === null ? 'unknown' : row.has_access_offline ? 'yes' : 'no',
      row.has_access === row.has_access_offline ? '' : 'differs: sync again',
    ]);
    const table = formatTable(['proxy user', 'service', 'offline copy', ''], cells);
    if (!output.isJson) await output.stream(table, false);
    return exitCodes.done;
  },
});

function findIds(store: Store, where: string): string[] {
  const window = {
    where: readQuery(where, 'proxies'),
    sort: [],
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
  return store.proxies.list(window).map(({ proxy_id }) => proxy_id);
}

/** For each user of the copy whether it may use every one of the proxies. */
function answerOffline(store: Store, ids: readonly string[]): Map<string, boolean> {
  const selection: ResolvedSelection = { kind: 'ids', ids };
  const everyone = {
    where: readQuery('-deleted:yes', 'users'),
    sort: [],
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
  return new Map(
    store.proxyUsers.list(everyone).map(({ proxy_user_id }) => {
      const allowed = store.proxies.addresses({
        selection,
        accessibleTo: proxy_user_id,
        protocol: 'http',
        ip: '4',
      });
      return [proxy_user_id, [...allowed].length === new Set(ids).size];
    }),
  );
}

function readOptions(data: JsonValue | undefined): { userId: string; hasAccess: boolean }[] {
  if (!Array.isArray(data)) return [];
  return (data as readonly JsonValue[]).filter(isJsonObject).flatMap((option) => {
    const userId = option['proxy_user_id'];
    return typeof userId === 'string' ? [{ userId, hasAccess: option['has_access'] === true }] : [];
  });
}
