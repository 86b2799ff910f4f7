import type { JsonObject } from '../../../shared/json.ts';
import { addDays, formatDatetime } from './datetime.ts';
import { Draw } from './draw.ts';

/** The profile without the fields that depend on other rows (specification, "Customer"). */
export function describeCustomer(seed: number, customerId: number, monthMs: number): JsonObject {
  const draw = new Draw(seed, 15);
  return {
    customer_id: customerId,
    user_id_owner: draw.uuid(),
    customer_type: 'business',
    customer_domain: 'northwind.example',
    customer_organization_name: 'Northwind Research',
    customer_organization_legal_id: 'HRB 104729',
    customer_billing_line_one: '12 Harbour Street',
    customer_billing_line_two: null,
    customer_billing_subdivision_name: 'New York',
    customer_billing_zip_code: '10001',
    customer_billing_tax_id: null,
    customer_billing_tax_id_type: null,
    country_id: 'US',
    country_id_billing: 'US',
    credit_balance: draw.integer(1_000, 90_000) / 100,
    customer_creation_datetime: formatDatetime(addDays(monthMs, -800)),
    customer_last_update_datetime: formatDatetime(addDays(monthMs, -12)),
    customer_general_terms_agreement_datetime: formatDatetime(addDays(monthMs, -800)),
    customer_default_residential_free_trial_bytes: 1_000_000_000,
    customer_is_residential_trial_eligible: false,
    customer_residential_trial_disallow_reason: 'already_used',
    customer_kyc_level: 1,
    customer_proxy_user_limit: 100,
    customer_requires_information_confirm: false,
    free_trial_is_pending: false,
    kyc_is_pending: false,
  };
}
