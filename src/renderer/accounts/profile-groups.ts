import { customerFields } from '../../shared/customer.ts';
import type { JsonObject } from '../../shared/json.ts';
import { factsOf, type Fact } from '../format/fact.ts';
import { fieldFact } from '../format/field-fact.ts';

type CustomerField = keyof typeof customerFields;

interface ProfileGroup {
  readonly title: string;
  readonly fields: { readonly [F in CustomerField]?: string };
}

/** The fields of a customer (specification, "Customer") in groups, in reading order. */
const groups: readonly ProfileGroup[] = [
  {
    title: 'Customer',
    fields: {
      customer_organization_name: 'Organization',
      customer_organization_legal_id: 'Legal ID',
      customer_domain: 'Domain',
      customer_type: 'Type',
      country_id: 'Country',
      customer_id: 'Customer ID',
      user_id_owner: 'Owner',
      customer_kyc_level: 'KYC level',
      kyc_is_pending: 'KYC pending',
      customer_requires_information_confirm: 'Details to confirm',
    },
  },
  {
    title: 'Billing',
    fields: {
      customer_billing_line_one: 'Line one',
      customer_billing_line_two: 'Line two',
      customer_billing_zip_code: 'ZIP code',
      customer_billing_subdivision_name: 'Subdivision',
      country_id_billing: 'Billing country',
      customer_billing_tax_id: 'Tax ID',
      customer_billing_tax_id_type: 'Tax ID type',
    },
  },
  {
    title: 'Services',
    fields: {
      proxy_count: 'Proxies',
      active_service_types: 'Active types',
      active_residential_service_id: 'Residential',
      active_residential_service_subscription_is_paused: 'Residential paused',
      residential_bytes_left: 'Residential left',
      active_mobile_service_id: 'Mobile',
      active_mobile_service_is_paused: 'Mobile paused',
      mobile_bytes_left: 'Mobile left',
      customer_proxy_user_limit: 'Proxy user limit',
    },
  },
  {
    title: 'Trial',
    fields: {
      customer_is_residential_trial_eligible: 'Eligible',
      customer_residential_trial_disallow_reason: 'Not eligible because',
      customer_default_residential_free_trial_bytes: 'Trial data',
      free_trial_is_pending: 'Trial pending',
    },
  },
  {
    title: 'Dates',
    fields: {
      customer_creation_datetime: 'Created',
      customer_last_update_datetime: 'Updated',
      customer_general_terms_agreement_datetime: 'Terms agreed',
    },
  },
];

/** Shown above the groups. */
const balanceField = 'credit_balance';

/**
 * A customer record in groups; fields that the answer lacks are left out, and
 * those that no group knows are at the end, as received.
 */
export function profileGroups(
  record: JsonObject,
): readonly { readonly title: string; readonly facts: readonly Fact[] }[] {
  const known = groups.map(({ title, fields }) => ({
    title,
    facts: Object.entries(fields)
      .filter(([field]) => Object.hasOwn(record, field))
      // The keys of `fields` are fields of a customer by its type.
      .map(([field, name]) =>
        fieldFact(name, record, field, customerFields[field as CustomerField]),
      ),
  }));
  const placed = new Set<string>(groups.flatMap(({ fields }) => Object.keys(fields)));
  const others = Object.fromEntries(
    Object.entries(record).filter(([field]) => !placed.has(field) && field !== balanceField),
  );
  return [...known, { title: 'Other fields', facts: factsOf(others) }].filter(
    ({ facts }) => facts.length > 0,
  );
}
