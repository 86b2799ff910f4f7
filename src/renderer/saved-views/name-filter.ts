import type { QueryTerm, QueryValue } from '../../shared/filter/query-term.ts';
import type { ListName } from '../../shared/lists.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { labelCode } from '../format/format-field.ts';

const spelledKeys = ['type', 'protocol', 'status'];

/** Names a filter, as in `US, ISP, online`; '' for every row. */
export function nameFilter(text: string, list: ListName): string {
  const parsed = parseQuery(text, list);
  return parsed.ok ? parsed.query.terms.map(nameTerm).join(', ') : '';
}

function nameTerm({ key, values, isNegated }: QueryTerm): string {
  const [first] = values;
  const isFlag = first?.kind === 'text' && /^(yes|no)$/i.test(first.text);
  if (key !== null && isFlag) {
    return (first.text.toLowerCase() === 'yes') === isNegated ? `not ${key}` : key;
  }
  const names = values.map((value) => nameValue(key, value)).join(' or ');
  return isNegated ? `not ${names}` : names;
}

function nameValue(key: string | null, value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      if (value.text === '' || value.text === '*') {
        return `${value.text === '' ? 'no' : 'any'} ${key ?? 'value'}`;
      }
      return key !== null && spelledKeys.includes(key) ? labelCode(value.text) : value.text;
    case 'above':
      return `${key ?? ''} > ${value.bound}`.trim();
    case 'below':
      return `${key ?? ''} < ${value.bound}`.trim();
    case 'range':
      return `${key ?? ''} ${value.from} to ${value.to}`.trim();
  }
}
