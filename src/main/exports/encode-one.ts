import { detailFields, type RowDetails } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import type { ExportFormat, ExportRow } from './format.ts';
import { frameRows } from './frame.ts';

/**
 * A document of a format with one entry that is not a proxy of the account, such as the local gateway.
 *
 * @param address the name is for formats whose entries have one
 * @throws FailureError `invalid-input` if the format cannot hold it
 */
export function encodeOne(
  format: ExportFormat,
  address: Pick<ExportRow, 'host' | 'port' | 'username' | 'password'> & { readonly name: string },
): string {
  const { name, ...rest } = address;
  // Nothing is known about it but its address.
  const unknown = Object.fromEntries(detailFields.map((field) => [field, null]));
  // Every field but the ID can be null; the entries do not say so.
  const details = { ...unknown, proxy_id: '' } as unknown as RowDetails;
  const row: ExportRow = {
    ...rest,
    protocol: format.protocol ?? 'http',
    index: 1,
    ...(format.wantsDetails === true && { details, name }),
    ...(format.wantsTags === true && { tags: [] }),
  };
  const refusal = format.refuse(row);
  if (refusal !== undefined) {
    throw fail('invalid-input', `${format.label} cannot hold this address. ${refusal}`);
  }
  return `${[...frameRows([format.encode(row)], format)].join('\n')}\n`;
}
