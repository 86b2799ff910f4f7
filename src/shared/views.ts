import type { RowList } from './rows.ts';
import type { ListName } from './lists.ts';

/** Whose proxies Export, Test, Copy and Tag take in a view. */
export type Scope = RowList | 'rule' | 'all';

interface ViewInfo {
  readonly title: string;
  /** The list that it shows; its filter is in the header. Null: the view has no filter of its own. */
  readonly list: ListName | null;
  /** Null: it shows no proxies to act on. */
  readonly scope: Scope | null;
  /** Whether it can show details in a pane next to its list. */
  readonly hasDetails: boolean;
  /** The view from which it opens, if the sidebar has no entry of its own for it. */
  readonly partOf?: 'overview' | 'services' | 'gateway';
}

/** The views of the window, in the order of the sidebar and of their shortcuts. */
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

/** The names of the views, in the order of the table. */
export const viewNames = Object.keys(views) as readonly View[];

/** The entry of the sidebar that a view belongs to. */
export const entryOf = (view: View): View => {
  const { partOf }: ViewInfo = views[view];
  return partOf ?? view;
};

/** The view that shows a list. */
export const viewOfList = (list: ListName): View => viewNames.find((view) => views[view].list === list) ?? 'proxies';

/** The number key that opens a view, together with Ctrl or Cmd; null: those after the ninth have none. */
export function viewDigit(view: View): string | null {
  const at = viewNames.indexOf(view);
  // The key 0 resets the zoom.
  return at < 9 ? String(at + 1) : null;
}
