import type { Component } from 'svelte';
import { dataPlans } from '../../shared/figures/overview.ts';
import type { MainList } from '../../shared/sync.ts';
import type { View } from '../../shared/views.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import CatalogView from '../catalog/CatalogView.svelte';
import ChangesView from '../changes/ChangesView.svelte';
import { countOf, formatCount } from '../format/format-number.ts';
import GatewayView from '../gateway/GatewayView.svelte';
import HostsView from '../gateway/HostsView.svelte';
import RequestsView from '../gateway/RequestsView.svelte';
import type { IconName } from '../kit/icons.ts';
import OverviewView from '../overview/OverviewView.svelte';
import ProxiesView from '../proxies/ProxiesView.svelte';
import ServicesView from '../services/ServicesView.svelte';
import TestsView from '../test-runs/TestsView.svelte';
import UsageView from '../usage/UsageView.svelte';
import UsersView from '../users/UsersView.svelte';

/** `shared/views.ts` has the rest. */
interface ShownView {
  readonly component: Component;
  readonly icon: IconName;
  /** Default: always. Commands open it anyway. */
  readonly isListed?: (account: AccountState) => boolean;
  /** '': none. */
  readonly figure?: (account: AccountState) => string;
  readonly isAlarming?: (account: AccountState) => boolean;
  readonly words?: string;
}

const countOfList =
  (list: MainList) =>
  ({ sync }: AccountState): string => {
    const count = sync.knownCount(list);
    return count === null ? '' : formatCount(count);
  };

export const shownViews: { readonly [V in View]: ShownView } = {
  overview: {
    component: OverviewView,
    icon: 'overview',
    figure: ({ overview: { problems } }) => (problems.length === 0 ? '' : countOf(problems.length, 'problem')),
    isAlarming: ({ overview: { problems } }) => problems.length > 0,
    words: 'home start dashboard costs money problems',
  },
  proxies: { component: ProxiesView, icon: 'proxies', figure: countOfList('proxies') },
  services: {
    component: ServicesView,
    icon: 'services',
    figure: countOfList('services'),
    words: 'subscriptions orders billing',
  },
  users: {
    component: UsersView,
    icon: 'users',
    figure: countOfList('proxy_users'),
    words: 'credentials logins',
  },
  tests: {
    component: TestsView,
    icon: 'tests',
    figure: ({ tests }) =>
      tests.running.length > 0 ? `${tests.running.length} running` : formatCount(tests.listed.length),
  },
  gateway: {
    component: GatewayView,
    icon: 'gateway',
    figure({ app, gateway: { isOn, failing, others } }) {
      if (isOn) return failing === null ? 'on' : 'failing';
      const names = others.map(({ accountId }) => app.nameOf(accountId)).join(', ');
      return names === '' ? '' : `on (${names})`;
    },
    isAlarming: ({ gateway: { isOn, failing } }) => isOn && failing !== null,
    words: 'local proxy rotate server port tunnel',
  },
  usage: {
    component: UsageView,
    icon: 'usage',
    words: 'traffic data ledger',
    isListed: ({ overview }) => overview.value !== null && dataPlans(overview.value).length > 0,
  },
  changes: {
    component: ChangesView,
    icon: 'changes',
    words: 'history replaced added removed',
  },
  requests: {
    component: RequestsView,
    icon: 'gateway',
    words: 'log gateway hosts traffic failures',
  },
  hosts: {
    component: HostsView,
    icon: 'gateway',
    words: 'gateway figures domains networks traffic cost data success',
  },
  catalog: {
    component: CatalogView,
    icon: 'catalog',
    words: 'buy products prices availability residential nodes',
  },
};
