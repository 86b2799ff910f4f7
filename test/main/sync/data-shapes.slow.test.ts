import { expect, onTestFinished, test } from 'vitest';
import { parseJson, type JsonObject } from '../../../src/shared/json.ts';
import { serviceEnv } from '../../support/env.ts';
import { generateAccount, type GeneratedList } from '../../support/data-shapes/account.ts';
import { serveAccount } from '../../support/data-shapes/service.ts';
import { type DataShape, shapeNames } from '../../support/data-shapes/shapes.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

// Two pages, the last of them partly filled.
const proxyCount = 1234;

interface SyncReport {
  readonly complete: boolean;
  readonly resources: {
    readonly proxies: { readonly added: number; readonly changed: number; readonly removed: number };
  };
}

test.for(shapeNames)(
  'every proxy comes out as it was sent, and a second sync writes the changed ones: %s',
  async (shape) => {
    const account = generateAccount(shape, { proxyCount });
    const service = await serveAccount(account);
    onTestFinished(() => {
      service.close();
    });
    const dataDir = makeTemporaryFolder();
    const env = serviceEnv({ baseUrl: service.baseUrl, publicKey: 'public', privateKey: 'private' });
    const runJson = async (...words: string[]): Promise<unknown> => {
      const { code, stdout } = await runCommandLine(['--data-dir', dataDir, '--json', ...words], { env });
      expect(code).toBe(0);
      return parseJson(stdout);
    };
    const sync = async (): Promise<unknown> => {
      const { complete, resources } = (await runJson('sync')) as SyncReport; // the document of the command
      const { added, changed, removed } = resources.proxies;
      return { complete, added, changed, removed };
    };
    const expectEverything = async (): Promise<void> => {
      const printed = (await runJson('proxies', '--secrets')) as JsonObject[]; // rows, as printed
      const byId = new Map(printed.map((row) => [row['proxy_id'], row]));
      expect(byId.size).toBe(proxyCount);
      for (const row of rowsOf(account.proxies)) expect(byId.get(row['proxy_id'])).toEqual(row);
    };

    expect(await sync()).toEqual({ complete: true, added: proxyCount, changed: 0, removed: 0 });
    await expectEverything();
    expect(await runJson('users', '--secrets')).toEqual(rowsOf(account.proxyUsers));
    expect(await runJson('services')).toEqual(rowsOf(account.services));

    const changed = account.changeOnePercent();
    expect(changed).toBeGreaterThan(0);
    expect(await sync()).toEqual({ complete: true, added: 0, changed, removed: 0 });
    await expectEverything();

    expect(await sync()).toEqual({ complete: true, added: 0, changed: 0, removed: 0 });
    await expectEverything();
  },
);

test('the shapes are what their names say', () => {
  const size = 4000;
  const accounts = new Map(
    shapeNames.map((shape) => [shape, rowsOf(generateAccount(shape, { proxyCount: size }).proxies)]),
  );
  const columnOf = (shape: DataShape, field: string): unknown[] => (accounts.get(shape) ?? []).map((row) => row[field]);
  const distinct = (...column: Parameters<typeof columnOf>): number =>
    new Set(columnOf(...column).map((value) => JSON.stringify(value))).size;
  for (const shape of shapeNames) expect(distinct(shape, 'proxy_id'), shape).toBe(size);
  expect(distinct('random-uuids', 'city_name')).toBe(5);
  const sequential = columnOf('sequential-uuids', 'proxy_id');
  expect(sequential).toEqual(sequential.toSorted());
  expect(new Set(columnOf('host-uuids', 'proxy_id').map((id) => String(id).slice(19))).size).toBe(1);
  expect(distinct('distinct-places', 'city_latitude')).toBeGreaterThan(0.9 * size);
  expect(distinct('own-credentials', 'default_proxy_user_password')).toBe(size);
  expect(distinct('text-ids', 'city_name')).toBeGreaterThan(2000);
  expect(distinct('text-ids', 'asn_id')).toBeGreaterThan(2500);
  expect(distinct('text-ids', 'proxy_user_ids')).toBeGreaterThan(0.7 * size);
});

const rowsOf = (list: GeneratedList): JsonObject[] =>
  Array.from({ length: list.count }, (_, position) => list.row(position));
