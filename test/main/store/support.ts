import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { asFailure } from '../../../src/shared/failure.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { Query } from '../../../src/shared/filter/query-term.ts';
import type { ListName } from '../../../src/shared/lists.ts';
import type { ReceivedRecord } from '../../../src/shared/records/cached-record.ts';
import { type Store, openStore } from '../../../src/main/store/index.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

export const privateKey = 'private-key-of-the-tests';

/** When what a test made is removed: after the test, or after all tests of a file that only read it. */
type After = (remove: () => void) => void;

/** A name for a database in a folder that goes with the test. */
export function makeDatabaseName(after: After = onTestFinished): string {
  return join(makeTemporaryFolder(after), 'account.sqlite');
}

/**
 * Opens an unlocked store that closes with the test.
 *
 * @param after `afterAll`, from within `beforeAll`, for a store that several tests read
 */
export function makeStore(file?: string, after: After = onTestFinished): Store {
  const store = openStore({ file: file ?? makeDatabaseName(after) });
  after(() => {
    store.close();
  });
  store.unlock(privateKey);
  return store;
}

/** Writes an account with so many proxies to a file, and gives its name. */
export function makeFilledFile(count: number): string {
  const file = makeDatabaseName();
  const store = openStore({ file });
  store.unlock(privateKey);
  store.syncs.writePage('proxies', makeProxies(count));
  store.close();
  return file;
}

/** Starts a test run of one proxy by the service, unless the choices say otherwise; returns its ID. */
export const startTestRun = (store: Store, choices: Partial<Parameters<Store['testRuns']['start']>[0]> = {}): number =>
  store.testRuns.start({
    ...{ urls: ['https://example.com/'], proxyUserId: null, proxyCount: 1, skippedCount: 0, batchCount: 1 },
    ...choices,
  });

/** The phases of a request of which no time was measured. */
export const noPhases = { lookup: null, connect: null, handshake: null, tls: null, firstByte: null, body: null };

/** The code of the failure that work throws, or `none`. */
export function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return asFailure(error).code;
  }
  return 'none';
}

/** Keys of all cached proxies: those that a walk over no page does not see. */
export function proxyKeys(store: Store): number[] {
  const walk = store.syncs.startPass('proxies');
  walk.close();
  return walk.missing();
}

/** Parses a filter that must be right. */
export function query(text: string, list: ListName = 'proxies'): Query {
  const parsed = parseQuery(text, list);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.query;
}

/** The first rows of a filter, in the order of the list. */
export const firstRows = (text = '', list: ListName = 'proxies', limit = 1000) => ({
  where: query(text, list),
  sort: [],
  offset: 0,
  limit,
});

/** A UUID that is the same for the same number. */
export function makeUuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A proxy with every field of the specification. */
export function makeProxy(number: number, changes: JsonObject = {}): ReceivedRecord {
  const fields: JsonObject = {
    proxy_id: makeUuid(number),
    customer_id: 4711,
    service_id: `svc-${String(number % 7)}`,
    service_line_item_id: makeUuid(number + 500_000),
    proxy_status: number % 10 === 0 ? 'reserved' : 'in_use',
    proxy_type: number % 3 === 0 ? 'isp' : 'datacenter',
    proxy_protocol: 'dual',
    proxy_is_online: number % 20 !== 0,
    proxy_last_update_datetime: `2026-10-0${String((number % 9) + 1)} 12:34:56`,
    proxy_ip_address: `203.0.${String((number >> 8) & 255)}.${String(number & 255)}`,
    proxy_ip_address_v6: `2001:db8::${(number + 1).toString(16)}`,
    ip_address_id_v4: makeUuid(number + 1_000_000),
    ip_address_id_v6: makeUuid(number + 2_000_000),
    subnet_id: `203.0.${String((number >> 8) & 255)}.0/24`,
    subnet_id_v6: '2001:db8::/64',
    proxy_http_port: 8000 + (number % 100),
    proxy_socks5_port: 9000 + (number % 100),
    default_proxy_user_username: 'default-user',
    default_proxy_user_password: 'the default password',
    proxy_user_ids: ['alice', 'bob'],
    asn_id: 7000 + (number % 5),
    asn_name: `Network ${String(number % 5)}`,
    country_id: ['US', 'GB', 'DE'][number % 3] ?? 'US',
    country_name: ['United States', 'United Kingdom', 'Germany'][number % 3] ?? '',
    subdivision_id: 'US-NY',
    subdivision_name: 'New York',
    city_id: 12 + (number % 40),
    city_name: `City ${String(number % 40)}`,
    city_timezone: 'America/New_York',
    city_example_postcode: '10001',
    city_latitude: 40.7128,
    city_longitude: -74.006,
    ...changes,
  };
  return { id: String(fields['proxy_id']), fields };
}

/** So many proxies, numbered from 0, each with the changes for its number. */
export const makeProxies = (count: number, changes: (number: number) => JsonObject = () => ({})): ReceivedRecord[] =>
  Array.from({ length: count }, (_, number) => makeProxy(number, changes(number)));

/** A proxy user with the fields that the access rules read. */
export function makeUser(id: string, changes: JsonObject = {}): ReceivedRecord {
  return {
    id,
    fields: {
      proxy_user_id: id,
      proxy_user_password: `password of ${id}`,
      proxy_user_access_type: 'all',
      restricted_proxy_ids: [],
      restricted_service_ids: [],
      ip_address_authentications: [],
      proxy_user_is_default: false,
      proxy_user_is_deleted: false,
      ...changes,
    },
  };
}

/** A service by id and name. */
export function makeService(id: string, name: string, changes: JsonObject = {}): ReceivedRecord {
  return { id, fields: { service_id: id, service_name: name, ...changes } };
}

/** Ids of the records that a filter finds, in the order of the list. */
export function findIds(store: Store, text: string, list: ListName = 'proxies'): string[] {
  const window = firstRows(text, list);
  switch (list) {
    case 'proxies':
      return store.proxies.list(window).map((row) => row.proxy_id);
    case 'services':
      return store.services.list(window).map((row) => row.service_id);
    case 'proxy_users':
      return store.proxy_users.list(window).map((row) => row.proxy_user_id);
    case 'residential_ledger':
      return store.residential_ledger.list(window).map((row) => row.residential_ledger_id);
    case 'tested':
      return store.tested.list(window).map((row) => row.tested_id);
    case 'results':
      return store.results.list(window).map((row) => row.test_result_id);
    case 'changes':
      return store.changes.list(window).map((row) => row.change_id);
    case 'requests':
      return store.requests.list(window).map((row) => row.request_id);
    case 'hosts':
      return store.hosts.list(window).map((row) => row.figure_id);
  }
}
