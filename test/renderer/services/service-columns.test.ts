import { expect, it } from 'vitest';
import { serviceColumns } from '../../../src/renderer/services/service-columns.ts';
import { serviceFields, type ServiceRow } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';

const cellOf = (key: string, fields: Partial<ServiceRow>) =>
  serviceColumns
    .find((column) => column.key === key)
    ?.cell({ ...emptyRow(serviceFields), proxyCount: 0, tags: null, note: null, ...fields });

it('shows a country by its code, and its name as the tooltip', () => {
  expect(cellOf('country', { country_id: 'GB' })).toEqual({ text: 'GB', title: 'United Kingdom' });
  expect(cellOf('country', {})).toEqual({ text: '' });
});

it('shows a price with all of its decimals, and a note at the name', () => {
  expect(cellOf('total', { service_total: 67.5 })).toMatchObject({ text: '67.50' });
  expect(cellOf('total', { service_total: 1200 })).toMatchObject({ text: '1,200.00' });
  expect(cellOf('total', { service_total: 0.125 })).toMatchObject({ text: '0.125' });
  expect(cellOf('name', { note: 'keep' })).toMatchObject({ note: 'keep' });
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

it('shows in the row what the user has to do at the end of the period', () => {
  const active = { service_status: 'active', service_expiry_datetime: '2026-12-23 00:00:00' };
  const textOf = (fields: Partial<ServiceRow>) => cellOf('status', { ...active, ...fields })?.text;
  expect(textOf({ service_is_automatic_collection: true })).toBe('Active');
  expect(textOf({ service_is_automatic_collection: false })).toBe('Active, manual renewal');
  const isManual = { service_is_automatic_collection: false };
  expect(textOf({ ...isManual, service_is_pending_cancellation: true })).toBe('Active, ends 23 Dec');
  expect(textOf({ ...isManual, service_status: 'canceled' })).toBe('Canceled');
  expect(cellOf('expiry', { ...active, ...isManual })?.title).toMatch(/^Manual renewal: /);
});

it('shows a service that is complete as one that has ended, as costs and problems count it', () => {
  expect(cellOf('state', { service_status: 'active' })?.tone).toBe('ok');
  expect(cellOf('state', { service_status: 'complete' })?.tone).toBe('none');
  const complete = { service_status: 'complete', service_is_pending_cancellation: true };
  expect(cellOf('status', { ...complete, service_expiry_datetime: '2026-12-23 00:00:00' })?.text).toBe('Complete');
});
