/** What people are shown after their first sync, in this order. */
export const firstSteps = [
  {
    id: 'filter',
    title: 'Narrow the list',
    hint: 'Type a country, a network or a state into the filter, such as country:US online:yes.',
  },
  {
    id: 'export',
    title: 'Take them to your tool',
    hint: 'Copy or save the proxies in the format of your scraper, browser or checker.',
  },
  {
    id: 'test',
    title: 'See which ones work',
    hint: 'Run a test of the proxies that the filter finds.',
  },
] as const;

export type FirstStep = (typeof firstSteps)[number]['id'];
