import { expect, it } from 'vitest';
import { profileGroups } from '../../../src/renderer/accounts/profile-groups.ts';
import { customerFields } from '../../../src/shared/records/customer.ts';

it('places every field that the specification names, each once', () => {
  const record = Object.fromEntries(Object.keys(customerFields).map((field) => [field, 'x']));
  const groups = profileGroups(record);
  expect(groups.map(({ title }) => title)).not.toContain('Other fields');
  const shown = groups.flatMap(({ details }) => details.map(({ field }) => field));
  expect(shown.toSorted()).toEqual(
    Object.keys(customerFields)
      .filter((field) => field !== 'credit_balance')
      .toSorted(),
  );
});

it('shows fields that no specification names as received, and no empty group', () => {
  expect(profileGroups({ customer_shoe_size: 44 })).toEqual([
    { title: 'Other fields', details: [{ name: 'customer_shoe_size', value: '44', isMono: true }] },
  ]);
});
