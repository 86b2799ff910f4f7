import { expect, it } from 'vitest';
import { ServiceForm } from '../../../src/renderer/services/service-form.svelte.ts';

const record = {
  service_id: 'svc-1',
  payment_method_id: 'pm_1',
  service_is_automatic_collection: true,
  service_metadata: { team: 'ads' },
};

it('can send once something is changed, and not when it is changed back', () => {
  const form = new ServiceForm(record);
  expect(form.canSend).toBe(false);
  form.paymentMethodId = 'pm_2';
  expect(form.canSend).toBe(true);
  form.paymentMethodId = 'pm_1';
  expect(form.canSend).toBe(false);
});

it('measures the draft against the service as it was read last', () => {
  const form = new ServiceForm(record);
  form.automaticCollection = 'off';
  expect(form.lines).toHaveLength(1);
  form.record = { ...record, service_is_automatic_collection: false };
  expect(form.canSend).toBe(false);
});

it('adds, changes and removes lines of the metadata', () => {
  const form = new ServiceForm(record);
  form.addRow();
  expect(form.canSend).toBe(false);
  form.changeRow(1, { key: 'team', text: 'again' });
  expect(form.read.problem).toContain('there twice');
  expect(form.canSend).toBe(false);
  form.changeRow(1, { key: 'site' });
  expect(form.read.changes).toEqual({ service_metadata: { team: 'ads', site: 'again' } });
  form.removeRow(0);
  expect(form.read.changes).toEqual({ service_metadata: { site: 'again' } });
});
