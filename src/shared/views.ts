import type { RowList } from './rows.ts';
import type { ListName } from './lists.ts';

/** The proxies of Export, Test, Copy and Tag. */
export type Scope = RowList | 'rule' | 'all';

interface ViewInfo {
  readonly title: string;
  /** Its filter is in the header; null: none. */
  readonly list: ListName | null;
  /** Null: no proxies. */
  readonly scope: Scope | null;
  /** In a pane next to its list. */
  readonly hasDetails: boolean;
  /** The view that opens it, without an entry in the sidebar. */
  readonly partOf?: 'overview' | 'services' | 'gateway';
}

/** In the order of sidebar and shortcuts. */
export const views = {
  overview: { title: 'Overview', list: null, scope: 'all', hasDetails: false },
  proxies: { title: 'Proxies', list: 'proxies', scope: 'proxies', hasDetails: true },
  services: { title: 'Services', list: 'services', scope: 'services', hasDetails: true },
  users: { title: 'Proxy users', list: 'proxy_users', scope: 'proxy_users', hasDetails: true },
  tests: { title: 'Tests', list: 'tested', scope: 'tested', hasDetails: true },
  gateway: { title: 'Gateway', list: null, scope: 'rule', hasDetails: true },
  usage: { title: 'Usage', list: 'residential_ledger', scope: null, hasDetails: true },
  changes: { title: 'Changes', list: 'changes', scope: 'changes', hasDetails: true, partOf: 'overview' },
  catalog: { title: 'Catalog', list: null, scope: null, hasDetails: true, partOf: 'services' },
  requests: { title: 'Requests', list: 'requests', scope: null, hasDetails: true, partOf: 'gateway' },
  hosts: { title: 'Hosts', list: 'hosts', scope: null, hasDetails: true, partOf: 'gateway' },
} as const satisfies Readonly<Record<string, ViewInfo>>;

export type View = keyof typeof views;

export const viewNames = Object.keys(views) as readonly View[];

export const entryOf = (view: View): View => {
  const { partOf }: ViewInfo = views[view];
  return partOf ?? view;
};

export const viewOfList = (list: ListName): View => viewNames.find((view) => views[view].list === list) ?? 'proxies';

/** With Ctrl or Cmd; null after the ninth. */
export function viewDigit(view: View): string | null {
  const at = viewNames.indexOf(view);
  // The key 0 resets the zoom.
  return at < 9 ? String(at + 1) : null;
}
