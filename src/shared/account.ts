/** Accounts for the window, without keys. */
import type { JsonObject, JsonValue } from './json.ts';

export type AccountKind = 'service' | 'demo' | 'environment';

export type KeyPlace = 'keychain' | 'memory' | 'environment' | 'none';

export interface AccountSummary {
  readonly id: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** With its version segment, as typed. */
  readonly base_url: string;
  readonly isCurrent: boolean;
  readonly keyPlace: KeyPlace;
}

export interface ListedAccount extends AccountSummary {
  /** As the window saved it. */
  readonly lastView?: JsonObject;
}

export interface AccountOverview {
  readonly id: string;
  readonly name: string;
  readonly proxyCount: number;
  /** Proxies whose last test failed; null: none was tested. */
  readonly failingCount: number | null;
  /** As on its overview. */
  readonly problemCount: number;
  readonly serviceCount: number;
  readonly userCount: number;
  /** ISO 8601 in UTC; null: never. */
  readonly lastCompletedAt: string | null;
  /** Why its last sync did not finish. */
  readonly problem: string | null;
}

export interface NewAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** For this run only, if the keychain cannot store the keys. */
  readonly keysInMemory?: boolean | undefined;
}

/** Specification, Customer; values as received. */
export interface CustomerProfile {
  readonly customer_id: string | null;
  readonly customer_organization_name: string | null;
  readonly customer_domain: string | null;
  readonly credit_balance: string | null;
}

/** The fields that identify an account's owner (specification, Customer), as text. */
export function readProfile(customer: JsonObject): CustomerProfile {
  const text = (value: JsonValue | undefined): string | null =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;
  return {
    customer_id: text(customer['customer_id']),
    customer_organization_name: text(customer['customer_organization_name']),
    customer_domain: text(customer['customer_domain']),
    credit_balance: text(customer['credit_balance']),
  };
}

/**
 * Normalizes a base address: http(s), without query, fragment, credentials and trailing slash.
 *
 * @returns it, or a sentence with the problem
 */
export function checkBaseUrl(text: string): { baseUrl: string } | { problem: string } {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return { problem: 'Enter the full base URL, such as https://api.example.com/1.0.' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: 'The base URL must start with https:// or http://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'The base URL must not contain a user name or password.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { problem: 'The base URL must end with its path, without "?" or "#".' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      problem: 'Use https://. Keys are sent over http:// only to this computer.',
    };
  }
  return { baseUrl: url.href.replace(/\/+$/, '') };
}

/** Not `.localhost` names, which some resolvers look up elsewhere. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
