import type { View } from './views.ts';

/** What each view is called. */
export const viewTitles: { readonly [V in View]: string } = {
  proxies: 'Proxies',
  services: 'Services',
  users: 'Proxy users',
  tests: 'Tests',
  usage: 'Usage',
  catalog: 'Catalog',
  availability: 'Availability',
};
