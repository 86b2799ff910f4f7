import { customerFields } from '../../shared/records/customer.ts';
import type { JsonObject } from '../../shared/json.ts';
import { detailsOf, fieldDetails, type Detail } from '../format/detail.ts';

interface ProfileGroup {
  readonly title: string;
  readonly fields: readonly (keyof typeof customerFields)[];
}

/** Specification, "Customer"; in reading order. */
const groups: readonly ProfileGroup[] = [
  {
    title: 'Customer',
    fields: [
      'customer_organization_name',
      'customer_organization_legal_id',
      'customer_domain',
      'customer_type',
      'country_id',
      'customer_id',
      'user_id_owner',
      'customer_kyc_level',
      'kyc_is_pending',
      'customer_requires_information_confirm',
    ],
  },
  {
    title: 'Billing',
    fields: [
      'customer_billing_line_one',
      'customer_billing_line_two',
      'customer_billing_zip_code',
      'customer_billing_subdivision_name',
      'country_id_billing',
      'customer_billing_tax_id',
      'customer_billing_tax_id_type',
    ],
  },
  {
    title: 'Services',
    fields: [
      'proxy_count',
      'active_service_types',
      'active_residential_service_id',
      'active_residential_service_subscription_is_paused',
      'residential_bytes_left',
      'active_mobile_service_id',
      'active_mobile_service_is_paused',
      'mobile_bytes_left',
      'customer_proxy_user_limit',
    ],
  },
  {
    title: 'Trial',
    fields: [
      'customer_is_residential_trial_eligible',
      'customer_residential_trial_disallow_reason',
      'customer_default_residential_free_trial_bytes',
      'free_trial_is_pending',
    ],
  },
  {
    title: 'Dates',
    fields: [
      'customer_creation_datetime',
      'customer_last_update_datetime',
      'customer_general_terms_agreement_datetime',
    ],
  },
];

/** Shown above the groups. */
const balanceField = 'credit_balance';

/** Skips missing fields; ungrouped ones are last, as received. */
export function profileGroups(
  record: JsonObject,
): readonly { readonly title: string; readonly details: readonly Detail[] }[] {
  const known = groups.map(({ title, fields }) => {
    const present = fields.filter((field) => Object.hasOwn(record, field));
    return { title, details: fieldDetails(customerFields, record, present) };
  });
  const placed = new Set<string>([...groups.flatMap(({ fields }) => fields), balanceField]);
  const others = Object.fromEntries(Object.entries(record).filter(([field]) => !placed.has(field)));
  return [...known, { title: 'Other fields', details: detailsOf(others) }].filter(({ details }) => details.length > 0);
}
