import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import { ask } from '../bridge.ts';
import { formatCount } from '../format/format-number.ts';
import { labelAccess } from '../format/format-field.ts';
import type { AccountState } from './account-state.svelte.ts';
import { userOrder } from './lists.ts';

const maxListed = 500;

export class UserChoices {
  readonly #account: AccountState;
  /** At most 500. */
  found = $state.raw<readonly ProxyUserRow[]>([]);
  /** '': none. */
  chosenId = $state('');
  readonly options = $derived(
    this.found.map(({ proxy_user_id: id, proxy_user_access_type: type, accessibleProxyCount }) => ({
      value: id,
      label: `${id} (${labelAccess(type)}, ${formatCount(accessibleProxyCount)})`,
    })),
  );
  #searched = '';

  constructor(account: AccountState, chosenId: string) {
    this.#account = account;
    this.chosenId = chosenId;
  }

  /**
   * Properties of the field; only long lists are searched.
   *
   * @param run also shows failures
   */
  field(run: (search: () => Promise<void>) => unknown) {
    const hasMore = (this.#account.sync.state?.counts.proxy_users ?? 0) > maxListed;
    return {
      options: this.options,
      noneLabel: "Each proxy's default proxy user",
      searchLabel: 'Find a proxy user',
      onsearch: hasMore ? (text: string) => void run(() => this.search(text)) : null,
    };
  }

  /** By a part of the ID. Replaces a chosen user that is not found. Throws failures. */
  async search(text: string): Promise<void> {
    const wanted = text.trim();
    this.#searched = wanted;
    const found = await ask('list:rows', {
      list: 'proxy_users',
      accountId: this.#account.id,
      where: `-deleted:yes${wanted === '' ? '' : ` ${formatTerm(null, [wanted])}`}`,
      sort: userOrder,
      offset: 0,
      limit: maxListed,
    });
    if (wanted !== this.#searched) return;
    this.found = found;
    const isFound = this.found.some((user) => user.proxy_user_id === this.chosenId);
    if (wanted !== '' && !isFound) this.chosenId = this.found[0]?.proxy_user_id ?? this.chosenId;
  }
}
