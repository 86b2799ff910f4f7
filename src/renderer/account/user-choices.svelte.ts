import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import { ask } from '../bridge.ts';
import { formatCount } from '../format/format-number.ts';
import { labelAccess } from '../format/format-field.ts';
import type { AccountState } from './account-state.svelte.ts';
import { userOrder } from './lists.ts';

const maxListed = 500;

/** The proxy users that a dialog offers, and the chosen one. */
export class UserChoices {
  readonly #account: AccountState;
  /** The users that the last search found, at most 500. */
  found = $state.raw<readonly ProxyUserRow[]>([]);
  /** '': none is chosen. */
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
   * The properties of the field that offers them; only a long list is searched.
   *
   * @param run runs a search, and shows its failure
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

  /**
   * Lists the users whose ID contains a text. A chosen user that the text does not find gives way
   * to the first that it finds. Throws failures.
   */
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
