import type { Query } from '../../../shared/filter/query-term.ts';
import { storedId } from '../schema/codec.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import type { StoreContext, ProxyUserCredentials, ShownValue } from '../types.ts';
import { compileAccess } from './query/access-condition.ts';
import { createDefaultReader, hostOf, lacksIpv4, readAddress } from './addresses.ts';
import { compileQuery } from './query/compile-query.ts';
import { sharedSecrets } from './record-reader.ts';
import { describeValue, findCounted, nameOf } from './value-counts.ts';

interface RotationRequest {
  readonly where: Query;
  /** Null: no access rule. */
  readonly accessibleTo: string | null;
  readonly protocol: 'http' | 'socks5';
  /** By the last test, without the gateway's own observations. */
  readonly skipsFailed: boolean;
  readonly skipsOffline: boolean;
  /** With few values (`isCounted`); rows have them. */
  readonly shownKeys?: readonly string[];
}

interface FoundProxy {
  readonly proxy_id: string;
  readonly isSkipped: boolean;
  readonly isIpv6Only: boolean;
  /** One for each of `shownKeys`. */
  readonly shown: readonly ShownValue[];
}

interface RotatedProxy {
  readonly proxy_id: string;
  readonly host: string;
  readonly port: number;
  readonly country_id: string | null;
  readonly city_name: string | null;
  /** Of its default proxy user, if any and requested. */
  readonly defaultCredentials?: ProxyUserCredentials | undefined;
}

const portColumn = { http: 'r.proxy_http_port', socks5: 'r.proxy_socks5_port' } as const;
const lacksAddress = `coalesce(${hostOf('any')}, '') = ''`;
const lastTestFailed = `EXISTS (SELECT 1 FROM proxy_test t WHERE t.proxy_id = r.proxy_id
  AND t.last_is_successful IS NOT 1 AND t.last_source <> 'gateway')`;

/** Reads proxies for the gateway. */
export function createRotation({ writer, reader, vault }: StoreContext) {
  return {
    *rotation(request: RotationRequest): Generator<FoundProxy, undefined> {
      const { accessibleTo, protocol, skipsFailed, skipsOffline, where, shownKeys = [] } = request;
      const access = compileAccess(accessibleTo);
      const chosen = compileQuery('proxies', where);
      const skipped = [
        lacksAddress,
        `${portColumn[protocol]} IS NULL`,
        ...(skipsOffline ? ['r.proxy_is_online IS 0'] : []),
        ...(skipsFailed ? [lastTestFailed] : []),
      ].join(' OR ');
      const keys = shownKeys.map((key) => findCounted('proxies', key));
      const shownColumns = keys.flatMap((key) => [key?.expression ?? 'NULL', key ? nameOf(key) : 'NULL']);
      const rows = reader().iterate(
        `SELECT ${['r.proxy_id', skipped, lacksIpv4, ...shownColumns].join(', ')} FROM proxy r WHERE ${access.sql} AND ${chosen.sql} ORDER BY r.key`,
        ...access.params,
        ...chosen.params,
      );
      for (const [id, isSkipped, isIpv6Only, ...values] of rows) {
        yield {
          proxy_id: formatId(id),
          isSkipped: isSkipped === 1,
          isIpv6Only: isIpv6Only === 1,
          shown: keys.map((key, at) => ({
            value: describeValue(values[at * 2] ?? null, key?.isFlag === true),
            name: textOrNull(values[at * 2 + 1]),
          })),
        };
      }
    },
    /**
     * Undefined: not cached, or without address or port.
     *
     * @param hasDefaultCredentials needs an unlocked store
     */
    rotated(
      proxyId: string,
      protocol: RotationRequest['protocol'],
      hasDefaultCredentials: boolean,
    ): RotatedProxy | undefined {
      const row = writer.get(
        `SELECT ${hostOf('any')}, ${portColumn[protocol]}, r.country_id, r.city_name,
           r.default_proxy_user_username, ${hasDefaultCredentials ? sharedSecrets : 'NULL'}
         FROM proxy r WHERE r.proxy_id = ?`,
        storedId(proxyId),
      );
      if (!row) return undefined;
      const [address, port, country, city, username, encrypted] = row;
      const { host, port: number } = readAddress(address, port);
      if (host === null || number === null) return undefined;
      return {
        proxy_id: proxyId,
        host,
        port: number,
        country_id: textOrNull(country),
        city_name: textOrNull(city),
        ...(hasDefaultCredentials && {
          defaultCredentials: createDefaultReader(vault())(username, encrypted),
        }),
      };
    },
    /** These change when another connection commits. */
    versions: () => ({
      cache: Number(writer.pragma('main.data_version')),
      records: Number(writer.pragma('user.data_version')),
    }),
  };
}
