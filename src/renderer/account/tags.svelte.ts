import type { Edit, NewTag, Tag, TagChange, TagColour } from '../../shared/tag.ts';
import { asFailure } from '../../shared/failure.ts';
import { ask, attempt } from '../bridge.ts';
import type { AnnotationTarget } from './annotation-target.ts';
import type { Notices } from '../kit/toast/toasts.svelte.ts';
import { progressNotice } from '../kit/toast/progress-toast.ts';

type EditWork = (accountId: string) => Promise<Edit>;

/** An edit that takes longer than this is shown while it runs. */
const shownAfterMs = 300;

/** The tags of the current account, and every edit of tags and notes with its undo. */
export class Tags {
  all = $state.raw<readonly Tag[]>([]);
  readonly #colours = $derived(new Map(this.all.map(({ name, colour }) => [name, colour])));
  readonly #accountId: () => string | null;
  readonly #notices: Notices;
  /** The toast of the last edit: only that one can be undone. */
  #noticeId: number | null = null;

  constructor(accountId: () => string | null, notices: Notices) {
    this.#accountId = accountId;
    this.#notices = notices;
  }

  colourOf(name: string): TagColour {
    return this.#colours.get(name) ?? 'grey';
  }

  /** Loads the tags of the account. */
  async load(): Promise<void> {
    const accountId = this.#accountId();
    if (accountId === null) {
      this.all = [];
      return;
    }
    const tags = await attempt(() => ask('tags:list', { accountId }), this.#notices.sayFailure);
    if (tags !== undefined && accountId === this.#accountId()) this.all = tags;
  }

  /** Adds tags to all rows of the target and removes others. */
  async change({ list, rows }: AnnotationTarget, change: TagChange): Promise<void> {
    await this.#edit((accountId) => ask('tags:change', { accountId, list, rows, ...change }));
  }

  /** Puts a note on all rows of the target; null removes it. */
  async note({ list, rows }: AnnotationTarget, note: string | null): Promise<void> {
    await this.#edit((accountId) => ask('notes:put', { accountId, list, rows, note }));
  }

  /** @throws FailureError `name-taken`, `invalid-input` */
  async put(tag: NewTag): Promise<void> {
    const accountId = this.#accountId();
    if (accountId !== null) this.#say(await ask('tags:put', { accountId, ...tag }));
  }

  async remove(id: number): Promise<void> {
    await this.#edit((accountId) => ask('tags:remove', { accountId, id }));
  }

  /** Reverts the last edit; with `id`, only if it is that one. */
  async undo(id?: number): Promise<void> {
    await this.#step(
      'Undone',
      'Redo',
      () => this.redo(),
      (accountId) => ask('edits:undo', { accountId, id }),
    );
  }

  async redo(): Promise<void> {
    await this.#step(
      'Redone',
      'Undo',
      () => this.undo(),
      (accountId) => ask('edits:redo', { accountId }),
    );
  }

  async #edit(work: EditWork): Promise<void> {
    const accountId = this.#accountId();
    if (accountId === null) return;
    const edit = await attempt(() => this.#watch(accountId, work), this.#notices.sayFailure);
    if (edit !== undefined) this.#say(edit);
  }

  /** Waits for an edit, and shows that it runs if it takes longer. */
  async #watch(accountId: string, work: EditWork): Promise<Edit> {
    const shown = progressNotice(this.#notices, 'Changing tags and notes…', null);
    const timer = setTimeout(() => {
      shown.tell(null);
    }, shownAfterMs);
    try {
      return await work(accountId);
    } finally {
      clearTimeout(timer);
      shown.end();
    }
  }

  #say({ id, label }: Edit): void {
    if (id !== null) this.#offer(label, 'Undo', () => this.undo(id));
  }

  /** Shows what was done and a way back, in place of the previous toast. */
  #offer(text: string, title: string, goBack: () => Promise<void>): void {
    if (this.#noticeId !== null) this.#notices.close(this.#noticeId);
    this.#noticeId = this.#notices.say(text, { title, run: () => void goBack() });
  }

  async #step(
    said: string,
    back: string,
    goBack: () => Promise<void>,
    work: EditWork,
  ): Promise<void> {
    const accountId = this.#accountId();
    if (accountId === null) return;
    try {
      const { label } = await this.#watch(accountId, work);
      this.#offer(`${said}: ${label}`, back, goBack);
    } catch (error) {
      const failure = asFailure(error);
      // One Ctrl+Z too many is not an error that has to be dismissed.
      if (failure.code === 'nothing-to-do') this.#notices.say(failure.message);
      else this.#notices.sayFailure(failure);
    }
  }
}
