/** How a proxy user gets its proxies, in one word; an unknown type as the service writes it. */
export function labelAccess(accessType: string | null): string {
  switch (accessType) {
    case 'all':
      return 'all';
    case 'service_restricted':
      return 'services';
    case 'proxy_restricted':
      return 'proxies';
    default:
      return accessType ?? 'unknown';
  }
}
