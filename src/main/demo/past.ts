import type { JsonObject } from '../../shared/json.ts';
import { ownValue } from '../../shared/own-value.ts';
import type { DemoAccount } from './data/demo-account.ts';
import { addDays, addressesOf, Draw, formatDate, formatDatetime, type RowTable, readText } from './data/draw.ts';

interface Step {
  readonly untilMs: number;
  readonly table: RowTable;
  readonly id: string;
  /** The fields as they were until then. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Beyond numbers in use, like the proxies of adjustments. */
const firstReplacedIndex = 1_600_000;
const dayMs = 86_400_000;

/**
 * Takes an account back before some times, by what differs: replaced proxies, prices, a cancellation, renewals, days of
 * use.
 *
 * @param parts.nowMs of the account as it is
 * @param parts.changesAtMs three times of changes, oldest first
 * @returns brings the account to a time; the last change leaves it as generated
 */
export function takeBack(
  account: DemoAccount,
  parts: { readonly seed: number; readonly nowMs: number; readonly changesAtMs: readonly [number, number, number] },
): (timeMs: number) => void {
  const { services, residentialLedger, mobileLedger } = account;
  const { changesAtMs, nowMs } = parts;
  const steps: Step[] = [
    ...replacementsOf(account, parts),
    ...pricesOf(services, changesAtMs),
    ...cancellationsOf(services, changesAtMs[2]),
    ...renewalsOf(services, nowMs),
  ];
  const ledgers = [
    { table: residentialLedger, prefix: 'residential_ledger_' },
    { table: mobileLedger, prefix: 'mobile_ledger_' },
  ].map((ledger) => ({ ...ledger, entries: ledger.table.slice(0, ledger.table.count()) }));
  return (timeMs) => {
    for (const { untilMs, table, id, before, after } of steps) table.update(id, timeMs < untilMs ? before : after);
    for (const { table, prefix, entries } of ledgers) {
      for (const entry of entries) {
        const id = readText(entry[`${prefix}id`]);
        const isKnown = readText(entry[`${prefix}period_date`]) <= formatDate(timeMs);
        if (isKnown && !table.find(id)) table.add(entry);
        else if (!isKnown && table.find(id)) table.remove(id);
      }
    }
  };
}

const rowsOf = (table: RowTable): JsonObject[] => table.slice(0, table.count());

function step(untilMs: number, table: RowTable, row: JsonObject, before: JsonObject): Step {
  const after = Object.fromEntries(Object.keys(before).map((field) => [field, ownValue(row, field) ?? null]));
  return { untilMs, table, id: readText(ownValue(row, table.idField)), before, after };
}

const replacedCounts = [7, 5, 6];

function replacementsOf(
  { proxies }: DemoAccount,
  { seed, changesAtMs }: { readonly seed: number; readonly changesAtMs: readonly number[] },
): Step[] {
  const draw = new Draw(seed, 20);
  const left = rowsOf(proxies).filter(({ proxy_type: type }) => type === 'isp' || type === 'datacenter');
  return replacedCounts.flatMap((count, at) =>
    Array.from({ length: count }, (_, number) => {
      const [proxy = {}] = left.splice(draw.integer(0, left.length - 1), 1);
      const old = addressesOf(firstReplacedIndex + at * 100 + number);
      return step(changesAtMs[at] ?? 0, proxies, proxy, {
        ...(proxy['proxy_ip_address'] !== null && { proxy_ip_address: old.v4, subnet_id: old.v4Subnet }),
        ...(proxy['proxy_ip_address_v6'] !== null && { proxy_ip_address_v6: old.v6, subnet_id_v6: old.v6Subnet }),
      });
    }),
  );
}

/** As shares of present prices, until one of the times. */
const formerPrices = [
  ['ISP New York', 0.92, 0],
  ['Datacenter United States', 0.95, 1],
  ['Datacenter Nederland', 1.1, 1],
  ['ISP France', 0.9, 2],
] as const;

const pricesOf = (services: RowTable, changesAtMs: readonly number[]): Step[] =>
  formerPrices.flatMap(([label, share, at]) =>
    rowsOf(services)
      .filter((service) => readText(service['service_name']).startsWith(label))
      .map((service) => {
        const price = Math.round(Number(service['service_total']) * share * 100) / 100;
        return step(changesAtMs[at] ?? 0, services, service, { service_total: price });
      }),
  );

const cancellationsOf = (services: RowTable, atMs: number): Step[] =>
  rowsOf(services)
    .filter((service) => service['service_is_pending_cancellation'] === true)
    .map((service) => step(atMs, services, service, { service_is_pending_cancellation: false }));

/** Monthly services renewed 30 days before they expire. */
const renewalsOf = (services: RowTable, nowMs: number): Step[] =>
  rowsOf(services).flatMap((service) => {
    const renewedMs = addDays(Date.parse(`${readText(service['service_expiry_datetime'])}Z`), -30);
    const renews = service['service_is_automatic_collection'] === true && service['service_cycle'] === '1:month';
    if (!renews || service['service_is_pending_cancellation'] === true || renewedMs > nowMs) return [];
    return [step(renewedMs, services, service, { service_expiry_datetime: formatDatetime(renewedMs) })];
  });

/** At a minute that is not round. */
export const before = (nowMs: number, days: number, hours = 0): number => nowMs - days * dayMs - hours * 3_600_000;
