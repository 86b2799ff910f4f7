import { expect, it } from 'vitest';
import { serviceColumns } from '../../../src/renderer/services/service-columns.ts';
import { serviceFields, type ServiceRow } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';

const cellOf = (key: string, fields: Partial<ServiceRow>) =>
  serviceColumns
    .find((column) => column.key === key)
    ?.cell({
      ...emptyRow(serviceFields),
      proxyCount: 0,
      tags: null,
      note: null,
      ...fields,
    });

it('shows a country by its code, and its name as the tooltip', () => {
  expect(cellOf('country', { country_id: 'GB' })).toEqual({ text: 'GB', title: 'United Kingdom' });
  expect(cellOf('country', {})).toEqual({ text: '' });
});

it('shows when a service expires, and in the tooltip exactly, how it ends, and no time zone', () => {
  const expiry = { service_expiry_datetime: '2026-12-07 00:00:00' };
  const exact = '2026-12-07 00:00:00; the service gives no time zone';
  expect(cellOf('expiry', expiry)).toMatchObject({ text: '7 Dec 2026, 00:00', title: exact });
  expect(cellOf('expiry', { ...expiry, service_is_pending_cancellation: true })).toMatchObject({
    title: `Ends with its period: ${exact}`,
    tone: 'warn',
  });
  expect(cellOf('expiry', {})).toMatchObject({ text: '', title: 'No expiry given' });
});
