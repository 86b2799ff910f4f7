import { fail, FailureError } from '../../shared/failure.ts';
import type { FieldTable } from '../../shared/records/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { proxyFields } from '../../shared/records/proxy.ts';
import { proxyUserFields } from '../../shared/records/proxy-user.ts';
import { serviceFields } from '../../shared/records/service.ts';
import type { MainList } from '../../shared/sync.ts';
import type { CallOptions } from '../api/http/client.ts';
import { notThisService } from '../api/http/errors.ts';
import { retrieveProxy } from '../api/proxy.ts';
import { retrieveProxyUser } from '../api/proxy-user.ts';
import { retrieveService } from '../api/service.ts';
import type { BrowsableList, Store } from '../store/contract.ts';
import { hasFieldOf, ownIdOf, type FetchParts } from './fetch-record.ts';

/**
 * Reads one row of a main list again and writes it into the cache. A row that
 * the service does not find stays: of proxies it finds only those in use.
 *
 * @returns the record as received, secrets included
 * @throws FailureError of the client; `not-this-service` for the response of another row
 */
export async function refreshRow(
  parts: FetchParts,
  list: MainList,
  id: string,
  options: CallOptions = {},
): Promise<JsonObject> {
  const source = sources[list];
  const record = await source.retrieve(parts, id, options).catch((error: unknown) => {
    throw list === 'proxies' ? describeNotFound(error) : error;
  });
  if (!hasFieldOf(source.fields, source.idField)(record, id)) throw notThisService();
  const ownId = ownIdOf(record, source.idField, id);
  // Some fields are only in searches: those missing here stay until the next sync.
  const { store } = parts;
  await store.whenFree(() => {
    const cached = source.cachedIn(store).record(ownId, { secrets: true });
    const fields = { ...cached, ...withoutEmbeddedProxies(record) };
    store.syncs.writePage(list, [{ id: ownId, fields }]);
  });
  return record;
}

/** Only proxies in use are found (specification, Proxies): a proxy that is not found may still exist. */
function describeNotFound(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.code !== 'not-found') return error;
  const { serviceMessage } = error.failure;
  return fail(
    'not-found',
    'The service does not find this proxy. It finds only proxies in use, so it may still exist. Cached data is unchanged. Sync to be sure.',
    { cause: error, ...(serviceMessage === undefined ? {} : { serviceMessage }) },
  );
}

interface RowSource {
  readonly fields: FieldTable;
  readonly idField: string;
  readonly cachedIn: (store: Store) => Pick<BrowsableList<unknown>, 'record'>;
  retrieve(parts: FetchParts, id: string, options: CallOptions): Promise<JsonObject>;
}

const sources: { readonly [L in MainList]: RowSource } = {
  services: {
    fields: serviceFields,
    idField: 'service_id',
    cachedIn: (store) => store.services,
    retrieve: ({ client }, id, options) => retrieveService(client, id, options),
  },
  proxies: {
    fields: proxyFields,
    idField: 'proxy_id',
    cachedIn: (store) => store.proxies,
    retrieve: ({ client }, id, options) => retrieveProxy(client, id, options),
  },
  proxy_users: {
    fields: proxyUserFields,
    idField: 'proxy_user_id',
    cachedIn: (store) => store.proxyUsers,
    retrieve: ({ client }, id, options) => retrieveProxyUser(client, id, options),
  },
};

/** Proxies have a list of their own; the specification does not name the field of a service that has them. */
function withoutEmbeddedProxies(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !holdsProxies(value)));
}

function holdsProxies(value: JsonValue): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item: JsonValue) => isJsonObject(item) && Object.hasOwn(item, 'proxy_id'));
}
