import type { RowDetails } from '../../shared/export.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';

const find = `SELECT service_ref.service_id, trait.proxy_type, trait.proxy_status,
    place.country_id, place.country_name, place.subdivision_id, place.subdivision_name,
    place.city_name, place.city_timezone, place.city_example_postcode,
    network.asn_id, network.asn_name
  FROM profile
    LEFT JOIN service_ref ON service_ref.id = profile.service_ref_id
    LEFT JOIN trait ON trait.id = profile.trait_id
    LEFT JOIN place ON place.id = profile.place_id
    LEFT JOIN network ON network.id = profile.network_id
  WHERE profile.id = ?`;

const maxRemembered = 10_000;

/**
 * Reads what proxies share with others, by the number of their profile: a few hundred
 * for a million proxies, so each is read once. Over the connection that streams the
 * proxies, so that both see one state of the database.
 */
export function createDetailsReader(
  connection: Connection,
): (profileId: SqlValue | undefined) => RowDetails {
  const remembered = new Map<SqlValue | undefined, RowDetails>();
  const statement = connection.prepare(find);
  return (profileId) => {
    let details = remembered.get(profileId);
    if (details === undefined) {
      details = toDetails(statement.get(profileId ?? null) ?? []);
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(profileId, details);
    }
    return details;
  };
}

function toDetails(row: readonly SqlValue[]): RowDetails {
  const text = (index: number): string | null => {
    const value = row[index];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const asnId = row[10];
  return {
    serviceId: text(0),
    type: text(1),
    status: text(2),
    countryId: text(3),
    countryName: text(4),
    subdivisionId: text(5),
    subdivisionName: text(6),
    cityName: text(7),
    timezone: text(8),
    postcode: text(9),
    asnId: typeof asnId === 'number' ? asnId : null,
    asnName: text(11),
  };
}
