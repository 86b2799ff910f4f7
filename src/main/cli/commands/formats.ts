import type { ExportFormatInfo } from '../../../shared/exports/export.ts';
import { describeFormat, listProtocols } from '../../exports/formats/describe-format.ts';
import { exportFormats } from '../../exports/formats/index.ts';
import type { CommandContext } from '../command.ts';

/** Prints the values of `export --format`, and what each format supports. */
export async function printFormats({ output }: CommandContext): Promise<void> {
  output.json(exportFormats.map(describeFormat));
  const rows = exportFormats.map((format) => [
    format.name,
    format.label,
    format.group,
    `.${format.extension}`,
    format.mimeType,
    describeSupport(format),
  ]);
  const headings = ['name', 'label', 'group', 'file', 'MIME type', 'supports'];
  await output.table(headings, rows);
}

const describeSupport = (format: ExportFormatInfo): string =>
  [
    listProtocols(format).join(' and '),
    format.hasCredentials ? 'credentials' : 'no credentials',
    format.hasIpv6 ? 'IPv6' : 'no IPv6',
    ...(format.maxProxies === null ? [] : [`at most ${String(format.maxProxies)}`]),
    ...(format.forbidden === null ? [] : [`not ${format.forbidden}`]),
  ].join(', ');
