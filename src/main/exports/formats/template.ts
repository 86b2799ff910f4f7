import { fail } from '../../../shared/failure.ts';
import { fillTemplate, parseTemplate, type TemplateField } from '../../../shared/exports/template.ts';
import type { RowDetails } from '../../../shared/exports/export.ts';
import { defineFormat, type ExportFormat, type ExportRow } from '../format.ts';
import { notUnicode, formatProxyUrl } from './text.ts';

export const templateFormatName = 'template';

/**
 * Makes a format of the user's template.
 *
 * @throws FailureError `invalid-input` with the position of the error
 */
export function createTemplateFormat(text: string): ExportFormat {
  const parsed = parseTemplate(text);
  if (!parsed.ok) {
    const { message, start } = parsed.problem;
    throw fail('invalid-input', `The template has an error at character ${String(start + 1)}: ${message}`);
  }
  const { template } = parsed;
  const fields = new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.field])));
  const fill = (row: ExportRow) => fillTemplate(template, (field) => valueOf(field, row));
  return defineFormat({
    name: templateFormatName,
    label: 'Template',
    group: 'Lines',
    extension: 'txt',
    mimeType: 'text/plain',
    hasCredentials: (['username', 'password', 'url'] as const).some((field) => fields.has(field)),
    canOmitCredentials: true,
    wantsDetails: [...fields].some((field) => field === 'name' || isDetail(field)),
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

const detailOf = {
  country: 'country_id',
  country_name: 'country_name',
  subdivision: 'subdivision_name',
  city: 'city_name',
  postcode: 'city_example_postcode',
  timezone: 'city_timezone',
  asn: 'asn_id',
  network: 'asn_name',
  service: 'service_id',
  type: 'proxy_type',
  status: 'proxy_status',
  proxy_id: 'proxy_id',
} as const satisfies { readonly [F in TemplateField]?: keyof RowDetails };
const isDetail = (field: TemplateField): field is keyof typeof detailOf => Object.hasOwn(detailOf, field);

function valueOf(field: TemplateField, row: ExportRow): string | number {
  if (isDetail(field)) return row.details?.[detailOf[field]] ?? '';
  switch (field) {
    case 'url':
      return formatProxyUrl(row.protocol, row);
    case 'tag':
      return row.tags?.join(', ') ?? '';
    case 'name':
    case 'label':
      return row[field] ?? '';
    case 'host':
    case 'port':
    case 'username':
    case 'password':
    case 'protocol':
    case 'index':
      return row[field];
  }
}
