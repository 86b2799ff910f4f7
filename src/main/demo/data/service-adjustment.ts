import type { JsonObject } from '../../../shared/json.ts';
import { addressesOf } from './address.ts';
import { addDays, formatDatetime } from './datetime.ts';
import { Draw } from './draw.ts';
import type { ServicePlan } from './service.ts';

const types = [
  'ingestion',
  'extension',
  'proxy_replacement',
  'update',
  'top_up',
  'top_up_and_extension',
] as const;
const firstId = 70_001;

/** The adjustments of all services, one of each type a service (specification, "Service adjustment"). */
export function describeAdjustments(
  services: readonly ServicePlan[],
  seed: number,
  monthMs: number,
): JsonObject[] {
  return services.flatMap((service, at) =>
    types.map((type, typeAt): JsonObject => {
      const id = firstId + at * types.length + typeAt;
      const draw = new Draw(seed, 10, id);
      const createdMs = addDays(monthMs, -draw.integer(1, 60));
      const expiry = (months: number): string => formatDatetime(addDays(monthMs, 5 + 30 * months));
      const isExtension = type === 'extension' || type === 'top_up_and_extension';
      return {
        service_adjustment_id: id,
        service_id: service.service_id,
        invoice_id: isExtension || type === 'top_up' ? `in_${draw.text(14)}` : null,
        service_adjustment_type: type,
        service_adjustment_status: draw.chance(0.9) ? 'complete' : 'pending',
        service_adjustment_is_administrator: false,
        service_adjustment_is_automatic: isExtension,
        service_adjustment_is_customer: !isExtension,
        service_adjustment_pre: isExtension ? { service_expiry_datetime: expiry(0) } : {},
        service_adjustment_post: isExtension ? { service_expiry_datetime: expiry(1) } : {},
        service_adjustment_eval: isExtension
          ? { service_expiry_datetime: [expiry(0), expiry(1)] }
          : {},
        service_adjustment_creation_datetime: formatDatetime(createdMs),
        service_adjustment_last_update_datetime: formatDatetime(addDays(createdMs, 0.1)),
        proxy_replacements:
          type === 'proxy_replacement'
            ? [0, 1].map((number) => replace(service, draw, id * 2 + number, createdMs))
            : [],
      };
    }),
  );
}

/** A proxy that was replaced (specification, "Proxy replacement"). */
function replace(service: ServicePlan, draw: Draw, id: number, createdMs: number): JsonObject {
  const hasV4 = service.protocol !== 'ipv6';
  const hasV6 = service.protocol !== 'ipv4';
  // Far beyond the numbers in use: the old proxy no longer exists.
  const before = addressesOf(1_500_000 + draw.integer(0, 100_000));
  const after = addressesOf(service.firstIndex + (id % Math.max(1, service.quantity)));
  const port = draw.integer(0, 999);
  return {
    proxy_replacement_id: id,
    proxy_replacement_creation_datetime: formatDatetime(createdMs),
    proxy_replacement_reason: draw.pick([
      'customer_request',
      'ip_reputation',
      'end_of_deployment',
      'outage',
      'other',
    ]),
    proxy_replacement_ip_address_ipv4: hasV4 ? before.v4 : null,
    proxy_replacement_ip_address_ipv6: hasV6 ? before.v6 : null,
    proxy_replacement_http_port: 8000 + port,
    proxy_replacement_socks5_port: 9000 + port,
    proxy_replacement_new_ip_address_ipv4: hasV4 ? after.v4 : null,
    proxy_replacement_new_ip_address_ipv6: hasV6 ? after.v6 : null,
    proxy_replacement_new_http_port: 8000 + port,
    proxy_replacement_new_socks5_port: 9000 + port,
  };
}
