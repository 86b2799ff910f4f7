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
