import type { Failure } from '../../shared/failure.ts';
import { ask, attempt } from '../bridge.ts';
import type { Notices } from '../kit/toast/toasts.svelte.ts';
import { readView, writeLook, type ListLook, type SavedView } from './saved-view.ts';

/** The views that were saved for the current account. */
export class SavedViews {
  all = $state.raw<readonly SavedView[]>([]);
  /** The one that was opened last, until another is or the account changes. */
  openedId = $state<number | null>(null);
  #accountId: string | null = null;
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  async enter(accountId: string | null): Promise<void> {
    this.#accountId = accountId;
    this.all = [];
    this.openedId = null;
    await this.#load();
  }

  /**
   * Keeps a look under a name; with `view` that one is renamed or brought up to date.
   *
   * @throws FailureError `name-taken` where another one has the name
   */
  async put(name: string, look: ListLook, view?: SavedView): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const content = writeLook(look);
    const kept = await ask('saved:put', { accountId, kind: 'view', name, content, id: view?.id });
    this.openedId = kept.id;
    await this.#load();
  }

  /** Removes one; the message that says so can bring it back. */
  async remove(view: SavedView): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const { sayFailure } = this.#notices;
    const done = await attempt(() => ask('saved:remove', { accountId, id: view.id }), sayFailure);
    if (done === undefined) return;
    await this.#load();
    this.#notices.say(`The view “${view.name}” is removed.`, {
      title: 'Undo',
      run: () => void this.#restore(accountId, view),
    });
  }

  async #restore(accountId: string, view: SavedView): Promise<void> {
    const { name, position } = view;
    const content = writeLook(view);
    await attempt(
      () => ask('saved:put', { accountId, kind: 'view', name, content, position }),
      this.#notices.sayFailure,
    );
    await this.#load();
  }

  async #load(): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const sayFailure = (failure: Failure): void => {
      this.#notices.sayFailure(failure);
    };
    const items = await attempt(() => ask('saved:list', { accountId, kind: 'view' }), sayFailure);
    if (items === undefined || accountId !== this.#accountId) return;
    this.all = items.flatMap((item) => readView(item) ?? []);
  }
}
