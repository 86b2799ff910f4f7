import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ExportChoices } from '../../../../src/shared/exports/export.ts';
import { openApp } from '../../../support/open-app.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

test('each preset knows how many of its addresses were replaced since its file was written', async () => {
  const folder = makeTemporaryFolder();
  let fileCount = 0;
  const { ask, accountId, databaseFile, demo } = await openApp({
    desktop: {
      chooseSaveFile: () => Promise.resolve(join(folder, `${String((fileCount += 1))}.txt`)),
    },
  });
  await ask('sync:run', { accountId });
  const { proxies, proxyUsers } = demo.account;
  const [first, second, third] = proxies.slice(0, 3).map((row) => String(row['proxy_id']));
  const countryOf = (id = ''): string => String(proxies.find(id)?.['country_id']);
  const user = proxyUsers
    .slice(0, proxyUsers.count())
    .find((row) => row['proxy_user_access_type'] === 'service_restricted');
  const choices = { proxyUserId: null, format: 'http', protocol: 'http', ip: '4' } as const;
  const put = async (name: string, more: Partial<ExportChoices>): Promise<number> => {
    const proxies = { kind: 'query', where: '' } as const;
    const { id } = await ask('presets:put', {
      ...{ accountId, name },
      choices: { ...choices, proxies, ...more },
    });
    await ask('presets:save', { accountId, id, asksFile: true });
    return id;
  };
  const all = await put('all', {});
  const ofCountry = await put('of a country', {
    proxies: { kind: 'query', where: `country:${countryOf(first)}` },
  });
  const chosen = await put('chosen', { proxies: { kind: 'ids', ids: [second ?? ''] } });
  const others = await put('others', { proxies: { kind: 'ids', ids: [third ?? ''] } });
  const ofUser = await put('of a user', { proxyUserId: String(user?.['proxy_user_id']) });
  const ipv6 = await put('IPv6', { ip: '6' });
  const either = await put('IPv4, else IPv6', { ip: 'any' });
  const read = async () => new Map((await ask('presets:replaced', { accountId })).map(({ id, count }) => [id, count]));
  expect(await read()).toEqual(new Map());

  proxies.update(first ?? '', { proxy_ip_address: '198.51.100.71' });
  proxies.update(second ?? '', { proxy_ip_address: '198.51.100.72' });
  // Another port is not another address.
  proxies.update(third ?? '', { proxy_http_port: 4 });
  await ask('sync:run', { accountId });
  const accessible = new Set(
    [first, second].filter((id) =>
      (user?.['restricted_service_ids'] as readonly unknown[]).includes(proxies.find(id ?? '')?.['service_id']),
    ),
  );
  const isSameCountry = countryOf(first) === countryOf(second);
  const replaced = await read();
  expect(replaced.get(all)).toBe(2);
  expect(replaced.get(ofCountry)).toBe(isSameCountry ? 2 : 1);
  expect(replaced.get(chosen)).toBe(1);
  expect(replaced.get(others)).toBeUndefined();
  expect(replaced.get(ofUser) ?? 0).toBe(accessible.size);
  expect(replaced.get(ipv6)).toBeUndefined();
  expect(replaced.get(either)).toBe(2);

  await ask('presets:save', { accountId, id: all, asksFile: false });
  // Replaced twice, and counted once.
  proxies.update(second ?? '', { proxy_ip_address: '198.51.100.73' });
  await ask('sync:run', { accountId });
  const later = await read();
  expect([later.get(all), later.get(chosen)]).toEqual([1, 1]);

  // A file that was written while the clock was ahead may be older than each replacement that is known.
  const records = new Database(`${databaseFile}.records`);
  records.exec(`UPDATE export_target SET written_at = '2037-01-01T00:00:00.000Z'`);
  records.close();
  expect((await read()).get(all)).toBe(2);

  // An IPv6 address is in the file of proxies without another one alone.
  proxies.update(third ?? '', { proxy_ip_address: null, proxy_ip_address_v6: '2001:db8::77' });
  await ask('sync:run', { accountId });
  await ask('presets:save', { accountId, id: either, asksFile: false });
  expect((await read()).get(either)).toBeUndefined();
  for (const [place, id] of [second, third].entries()) {
    proxies.update(id ?? '', { proxy_ip_address_v6: `2001:db8::8${String(place)}` });
  }
  await ask('sync:run', { accountId });
  expect((await read()).get(either)).toBe(1);
});
