import type { Edit, NewTag, Tag, TagChange, TagColour } from '../../shared/tag.ts';
import { asFailure } from '../../shared/failure.ts';
import { ask, attempt, listen } from '../bridge.ts';
import type { AnnotationTarget } from './annotation-target.ts';
import type { Notices } from '../kit/toast/toasts.svelte.ts';
import { progressNotice } from '../kit/toast/progress-toast.ts';

type EditWork = (accountId: string, signal: AbortSignal) => Promise<Edit>;

/** The tags of the current account, and every change of tags and notes with its undoing. */
export class Tags {
  all = $state.raw<readonly Tag[]>([]);
  readonly #colours = $derived(new Map(this.all.map(({ name, colour }) => [name, colour])));
  readonly #accountId: () => string | null;
  readonly #notices: Notices;
  /** The notice of the last change: only that one can be taken back. */
  #noticeId: number | null = null;
  /** Edits that are waited for; the main process does one after the other. */
  #underWay: readonly AbortController[] = [];

  constructor(accountId: () => string | null, notices: Notices) {
    this.#accountId = accountId;
    this.#notices = notices;
  }

  colourOf(name: string): TagColour {
    return this.#colours.get(name) ?? 'grey';
  }

  /** Asks for the tags of the account anew. */
  async load(): Promise<void> {
    const accountId = this.#accountId();
    if (accountId === null) {
      this.all = [];
      return;
    }
    const tags = await attempt(() => ask('tags:list', { accountId }), this.#notices.sayFailure);
    if (tags !== undefined && accountId === this.#accountId()) this.all = tags;
  }

  /** Adds tags to all rows of the target and takes others off. */
  async change({ list, rows }: AnnotationTarget, change: TagChange): Promise<void> {
    await this.#edit((accountId, signal) =>
      ask('tags:change', { accountId, list, rows, ...change }, signal),
    );
  }

  /** Gives all rows of the target a note; null takes it away. */
  async note({ list, rows }: AnnotationTarget, note: string | null): Promise<void> {
    await this.#edit((accountId, signal) =>
      ask('notes:put', { accountId, list, rows, note }, signal),
    );
  }

  /** @throws FailureError `name-taken`, `invalid-input` */
  async put(tag: NewTag): Promise<void> {
    const accountId = this.#accountId();
    if (accountId !== null) this.#say(await ask('tags:put', { accountId, ...tag }));
  }

  async remove(id: number): Promise<void> {
    await this.#edit((accountId, signal) => ask('tags:remove', { accountId, id }, signal));
  }

  /** Takes the last change back; with `id` only where it is that one. */
  async undo(id?: number): Promise<void> {
    await this.#step(
      'Undone',
      'Redo',
      () => this.redo(),
      (accountId, signal) => ask('edits:undo', { accountId, id }, signal),
    );
  }

  async redo(): Promise<void> {
    await this.#step(
      'Done again',
      'Undo',
      () => this.undo(),
      (accountId, signal) => ask('edits:redo', { accountId }, signal),
    );
  }

  async #edit(work: EditWork): Promise<void> {
    const accountId = this.#accountId();
    if (accountId === null) return;
    const edit = await attempt(() => this.#watch(accountId, work), this.#notices.sayFailure);
    if (edit !== undefined) this.#say(edit);
  }

  /** Does an edit; where it takes longer, it is shown with a way to stop it. */
  async #watch(accountId: string, work: EditWork): Promise<Edit> {
    const controller = new AbortController();
    const shown = progressNotice(this.#notices, 'Changing tags and notes…', () => {
      controller.abort();
    });
    this.#underWay = [...this.#underWay, controller];
    const stopListening = listen('edits:progress', ({ accountId: of, done, total }) => {
      if (of === accountId && this.#underWay[0] === controller) shown.tell(done / total);
    });
    try {
      return await work(accountId, controller.signal);
    } finally {
      stopListening();
      shown.end();
      this.#underWay = this.#underWay.filter((other) => other !== controller);
    }
  }

  #say({ id, label, isStopped }: Edit): void {
    if (id === null) return;
    this.#offer(isStopped ? `Stopped. ${label}` : label, 'Undo', () => this.undo(id));
  }

  /** Says what was done with the way back, in place of the notice before. */
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
      const { label, isStopped } = await this.#watch(accountId, work);
      // Part of it is done and part undone: an undo settles that.
      if (isStopped) this.#offer(`${said} in part: ${label}`, 'Undo', () => this.undo());
      else this.#offer(`${said}: ${label}`, back, goBack);
    } catch (error) {
      const failure = asFailure(error);
      // Ctrl+Z once too often is no fault that has to be closed.
      if (failure.code === 'nothing-to-do') this.#notices.say(failure.message);
      else this.#notices.sayFailure(failure);
    }
  }
}
