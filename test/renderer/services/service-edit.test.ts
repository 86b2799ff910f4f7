import { expect, it } from 'vitest';
import {
  toMetadataRows,
  describeChanges,
  describeEdited,
  readChanges,
  readSwitch,
  type ServiceDraft,
} from '../../../src/renderer/services/service-edit.ts';
import type { JsonObject } from '../../../src/shared/json.ts';

const record: JsonObject = {
  service_id: 'svc-1',
  payment_method_id: 'pm_1',
  service_is_automatic_collection: true,
  service_is_pending_cancellation: false,
  service_expiry_datetime: '2026-12-01 00:00:00',
  service_metadata: { team: 'ads', seats: 3 },
};
const untouched = (from: JsonObject): ServiceDraft => ({
  paymentMethodId: 'pm_1',
  automaticCollection: readSwitch(from['service_is_automatic_collection']),
  pendingCancellation: readSwitch(from['service_is_pending_cancellation']),
  cancelComment: '',
  cancelFeedback: '',
  metadata: toMetadataRows(from['service_metadata']),
});

it('sends nothing of a draft that nobody touched', () => {
  expect(readChanges(record, untouched(record))).toEqual({ changes: {}, problem: null });
  const bare = { service_id: 'svc-1', payment_method_id: 'pm_1' };
  expect(readChanges(bare, untouched(bare)).changes).toEqual({});
});

it('sends just what was changed, and says each change before', () => {
  const draft: ServiceDraft = {
    paymentMethodId: ' pm_2 ',
    automaticCollection: 'off',
    pendingCancellation: 'on',
    cancelComment: ' moving ',
    cancelFeedback: '',
    metadata: [
      { id: 1, key: 'seats', text: '4', received: 3 },
      { id: 2, key: 'site', text: 'x' },
    ],
  };
  const { changes, problem } = readChanges(record, draft);
  expect(problem).toBeNull();
  expect(changes).toEqual({
    payment_method_id: 'pm_2',
    service_is_automatic_collection: false,
    service_is_pending_cancellation: true,
    cancel_comment: 'moving',
    service_metadata: { seats: 4, site: 'x' },
  });
  expect(describeChanges(record, changes)).toEqual([
    'Payment method: pm_1 becomes pm_2.',
    'The service no longer renews automatically.',
    'The service will be canceled at the end of its period (1 Dec 2026, 00:00).',
    'Your comment goes with it.',
    'Metadata: "site" added, "seats" changed, "team" removed; sent as a whole with 2 keys.',
  ]);
});

it('sends no comment without a cancellation', () => {
  const draft = { ...untouched(record), cancelComment: 'later', cancelFeedback: 'price' };
  expect(readChanges(record, draft).changes).toEqual({});
});

it('leaves a payment method that was emptied as it is', () => {
  expect(readChanges(record, { ...untouched(record), paymentMethodId: '' }).changes).toEqual({});
});

it('says broken limits of changed metadata, but not of metadata as received', () => {
  const nested = { ...record, service_metadata: { deep: { er: 1 } } };
  expect(readChanges(nested, untouched(nested))).toEqual({ changes: {}, problem: null });
  const draft = { ...untouched(nested), metadata: toMetadataRows({ deep: { er: 1 }, a: 'b' }) };
  expect(readChanges(nested, draft).problem).toContain('contains an object');
});

it('sends other changes if a line was added to metadata beyond the limits, and left empty', () => {
  const nested = { ...record, service_metadata: { deep: { er: 1 } } };
  const draft = untouched(nested);
  const metadata = [...draft.metadata, { id: 9, key: '', text: '' }];
  expect(readChanges(nested, { ...draft, paymentMethodId: 'pm_2', metadata })).toEqual({
    changes: { payment_method_id: 'pm_2' },
    problem: null,
  });
});

it('sees no change in metadata whose lines only changed their order', () => {
  const metadata = untouched(record).metadata.toReversed();
  expect(readChanges(record, { ...untouched(record), metadata }).changes).toEqual({});
});

it.each([
  [{ edited: ['svc-1'], record }, /^Saved\. The cached data was updated/],
  [{ edited: [], record }, /does not list this service/],
  [{ edited: ['svc-1'], record: null }, /could not be loaded again/],
])('says what an edit came to', (outcome, said) => {
  expect(describeEdited('svc-1', outcome)).toMatch(said);
});
