import { expect, test } from 'vitest';
import { confirmAccess, listAccessibleIds } from '../../../src/main/access/check-access.ts';
import type { Store } from '../../../src/main/store/index.ts';
import type { FaultHook } from '../../support/demo-service.ts';
import type { ApiClient, CallOptions } from '../../../src/main/api/http/client.ts';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { syncDemo } from '../../support/synced-demo.ts';

const choose = (proxyUserId: string, more: Partial<ExportChoices> = {}): ExportChoices => ({
  proxyUserId,
  proxies: { kind: 'query', where: '' },
  format: 'http',
  protocol: 'http',
  ip: '4',
  ...more,
});

const confirm = (client: ApiClient, store: Store, choices: ExportChoices, call?: CallOptions) => {
  const selection = choices.proxies;
  const listIds = (user: string) => Promise.resolve(listAccessibleIds(store, selection, user));
  return confirmAccess({ client, listIds }, choices, call);
};

async function syncWithUser(faults?: FaultHook) {
  const synced = await syncDemo({ proxyCount: 300, ...(faults && { faults }) });
  const { account } = synced.demo;
  const users = account.proxyUsers.slice(0, account.proxyUsers.count());
  const restricted = users.find(
    (one) => one['proxy_user_access_type'] === 'proxy_restricted' && one['proxy_user_is_deleted'] !== true,
  );
  const user: JsonObject = restricted ?? {};
  const asked = (): number => synced.demo.requests.filter(({ path }) => path.endsWith('/list/options')).length;
  return { ...synced, user, id: String(user['proxy_user_id']), asked };
}

test('the service confirms the cached access, in one request for a few proxies', async () => {
  const { client, store, id, asked } = await syncWithUser();
  const confirmation = await confirm(client, store, choose(id));
  expect(confirmation.differences).toEqual([]);
  expect(confirmation.askedCount).toBeGreaterThan(0);
  expect(asked()).toBe(1);
});

test('proxies with wrong cached access are found one by one', async () => {
  const { demo, client, store, user, id, asked } = await syncWithUser();
  const own = user['restricted_proxy_ids'] as string[];
  const others = demo.account.proxies
    .slice(0, 300)
    .map((proxy) => String(proxy['proxy_id']))
    .filter((proxyId) => !own.includes(proxyId));
  const wrong = [others[3], others[100]].map(String);
  const fields = { ...user, restricted_proxy_ids: [...own, ...wrong] };
  store.syncs.writePage('proxy_users', [{ id, fields }]);

  const { differences } = await confirm(client, store, choose(id));
  expect(differences).toMatchObject([{ proxyUserId: id, refusedCount: 2, unsettledCount: 0 }]);
  expect(differences[0]?.refusedIds.toSorted()).toEqual(wrong.toSorted());
  expect(differences[0]?.message).toContain('Sync to update the cached data');
  expect(asked()).toBeLessThan(60);
});

test('a proxy that the service no longer has counts as a difference, not as a failure', async () => {
  const { client, store, id, user } = await syncWithUser();
  const gone = '00000000-0000-4000-8000-00000000dead';
  store.syncs.writePage('proxies', [{ id: gone, fields: { proxy_id: gone } }]);
  const own = user['restricted_proxy_ids'] as string[];
  const fields = { ...user, restricted_proxy_ids: [...own, gone] };
  store.syncs.writePage('proxy_users', [{ id, fields }]);
  const only = choose(id, { proxies: { kind: 'ids', ids: [gone] } });
  const { differences } = await confirm(client, store, only);
  expect(differences).toMatchObject([{ refusedIds: [gone] }]);
});

test('a confirmation can be canceled, and fails without the service', async () => {
  const { demo, client, store, id } = await syncWithUser();
  const signal = AbortSignal.abort();
  await expect(confirm(client, store, choose(id), { signal })).rejects.toMatchObject({ failure: { code: 'canceled' } });
  await demo.close();
  await expect(confirm(client, store, choose(id))).rejects.toMatchObject({ failure: { code: 'unreachable' } });
});

test('a response without a list of users is not taken for "no access"', async () => {
  const { client, store, id, asked } = await syncWithUser(({ path }) =>
    path.endsWith('/list/options') ? { status: 200, body: '{"login":true}' } : undefined,
  );
  await expect(confirm(client, store, choose(id))).rejects.toMatchObject({ failure: { code: 'not-this-service' } });
  expect(asked()).toBe(1);
});
