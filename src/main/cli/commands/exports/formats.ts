import type { ExportFormatInfo } from '../../../../shared/exports/export.ts';
import { describeFormat, listProtocols } from '../../../exports/formats/describe-format.ts';
import { exportFormats } from '../../../exports/formats/index.ts';
import { defineCommand } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { refuseWords } from '../../output.ts';

/** `formats`: the values of `export --format`, and what each format supports. */
export const formatsCommand = defineCommand({
  usage: 'formats',
  summary: 'List the export formats and what each supports.',
  example: 'formats',
  options: {},
  endsAtOnce: true,
  async run({ output }, words) {
    refuseWords(words);
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
    return exitCodes.done;
  },
});

const describeSupport = (format: ExportFormatInfo): string =>
  [
    listProtocols(format).join(' and '),
    format.hasCredentials ? 'credentials' : 'no credentials',
    format.hasIpv6 ? 'IPv6' : 'no IPv6',
    ...(format.maxProxies === null ? [] : [`at most ${String(format.maxProxies)}`]),
    ...(format.forbidden === null ? [] : [`not ${format.forbidden}`]),
  ].join(', ');
