/** A filter that finds nothing, so that nothing is tested. */
const nothing = 'country:ZZ';

/** Arguments with which each tool answers. */
export const toolArguments: { readonly [tool: string]: { readonly [argument: string]: unknown } } = {
  overview: {},
  list: { list: 'proxies', limit: 1 },
  count: { list: 'proxies', key: 'country' },
  show: { kind: 'service' },
  costs: {},
  changes: {},
  test_runs: {},
  formats: {},
  gateway_address: { rule: 'mine' },
  sync: { only: ['services'] },
  test: { urls: ['http://127.0.0.1:9/'], where: nothing },
  export: { path: 'all.txt', format: 'curl', where: nothing },
  tag: { list: 'proxies', where: nothing, add: ['mine'] },
  note: { list: 'proxies', where: nothing, note: 'mine' },
  put_gateway_rule: { name: 'mine' },
};
