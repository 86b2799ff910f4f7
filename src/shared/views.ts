/** The views of the window, in the order of the sidebar and of their shortcuts. */
export const views = [
  'proxies',
  'services',
  'users',
  'tests',
  'usage',
  'catalog',
  'availability',
] as const;
export type View = (typeof views)[number];

/** The title of each view. */
export const viewTitles: { readonly [V in View]: string } = {
  proxies: 'Proxies',
  services: 'Services',
  users: 'Proxy users',
  tests: 'Tests',
  usage: 'Usage',
  catalog: 'Catalog',
  availability: 'Availability',
};

/** The number key that opens a view, together with Ctrl or Cmd. */
export const viewDigit = (view: View): string => String(views.indexOf(view) + 1);
