import type { RowDetails } from '../../../shared/exports/export.ts';
import type { SqlValue } from '../records/column-form.ts';

/** The columns of a proxy `r` that `readDetails` takes, in its order. */
export const detailColumns = [
  'r.service_id',
  'r.proxy_type',
  'r.proxy_status',
  'r.country_id',
  'r.country_name',
  'r.subdivision_id',
  'r.subdivision_name',
  'r.city_name',
  'r.city_timezone',
  'r.city_example_postcode',
  'r.asn_id',
  'r.asn_name',
];

/** Reads what an export names its rows by. */
export function readDetails(row: readonly SqlValue[]): RowDetails {
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
