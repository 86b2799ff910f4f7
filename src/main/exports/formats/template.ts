import { fail } from '../../../shared/failure.ts';
import {
  fillTemplate,
  parseTemplate,
  type TemplateField,
} from '../../../shared/exports/template.ts';
import { defineFormat, type ExportFormat, type ExportRow } from '../format.ts';
import { notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

/** The format name of an export with a template. */
export const templateFormatName = 'template';

/**
 * A format from the user's template.
 *
 * @throws FailureError `invalid-input` with the error and its position in the text
 */
export function createTemplateFormat(text: string): ExportFormat {
  const parsed = parseTemplate(text);
  if (!parsed.ok) {
    const { message, start } = parsed.problem;
    throw fail(
      'invalid-input',
      `The template has an error at character ${String(start + 1)}: ${message}`,
    );
  }
  const { template } = parsed;
  const fields = new Set(
    template.flatMap((part) => (typeof part === 'string' ? [] : [part.field])),
  );
  const fill = (row: ExportRow) => fillTemplate(template, (field) => valueOf(field, row));
  return defineFormat({
    name: templateFormatName,
    label: 'Template',
    group: 'Lines',
    extension: 'txt',
    mimeType: 'text/plain',
    hasCredentials: (['username', 'password', 'url'] as const).some((field) => fields.has(field)),
    canOmitCredentials: true,
    wantsDetails: [...fields].some((field) => !plainFields.has(field)),
    canCarryLabels: fields.has('label') || fields.has('name'),
    wantsTags: fields.has('tag'),
    forbidden: fields.has('url') ? [notUnicode] : [],
    refuse(row) {
      const filled = fill(row);
      return filled.ok ? undefined : filled.reason;
    },
    encode(row) {
      const filled = fill(row);
      return filled.ok ? filled.line : '';
    },
  });
}

/** The details of a row that has none. */
const plainFields: ReadonlySet<TemplateField> = new Set([
  'host',
  'port',
  'username',
  'password',
  'url',
  'protocol',
  'index',
  'tag',
  'label',
]);

function valueOf(field: TemplateField, row: ExportRow): string | number {
  const { details } = row;
  switch (field) {
    case 'host':
      return row.host;
    case 'port':
      return row.port;
    case 'username':
      return row.username;
    case 'password':
      return row.password;
    case 'url':
      return formatProxyUrl(row.protocol, row);
    case 'protocol':
      return row.protocol;
    case 'index':
      return row.index;
    case 'name':
      return row.name ?? '';
    case 'label':
      return row.label ?? '';
    case 'country':
      return details?.countryId ?? '';
    case 'country_name':
      return details?.countryName ?? '';
    case 'subdivision':
      return details?.subdivisionName ?? '';
    case 'city':
      return details?.cityName ?? '';
    case 'postcode':
      return details?.postcode ?? '';
    case 'timezone':
      return details?.timezone ?? '';
    case 'asn':
      return details?.asnId ?? '';
    case 'network':
      return details?.asnName ?? '';
    case 'service':
      return details?.serviceId ?? '';
    case 'type':
      return details?.type ?? '';
    case 'status':
      return details?.status ?? '';
    case 'proxy_id':
      return details?.proxyId ?? '';
    case 'tag':
      return row.tags?.join(', ') ?? '';
  }
}
