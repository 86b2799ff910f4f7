import type { Edit, NewTag, Tag, TagChange, TagColor } from '../../shared/tag.ts';
import { asFailure } from '../../shared/failure.ts';
import type { ListName } from '../../shared/lists.ts';
import { ask } from '../bridge.ts';
import type { Rows } from '../../shared/rows.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';

type EditWork = () => Promise<Edit>;

/** Slower edits are shown. */
const shownAfterMs = 300;

/** An account's tags, and edits with undo. */
export class Tags {
  all = $state.raw<readonly Tag[]>([]);
  readonly #colors = $derived(new Map(this.all.map(({ name, color }) => [name, color])));
  readonly #accountId: string;
  readonly #toasts: Toasts;
  /** Only the last edit can be undone. */
  #toastId: number | null = null;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  colorOf(name: string): TagColor {
    return this.#colors.get(name) ?? 'grey';
  }

  /** A change has its record's tags. */
  areOn(list: ListName): boolean {
    return this.all.some(
      ({ proxyCount, serviceCount }) =>
        (list !== 'services' && proxyCount > 0) || (list !== 'proxies' && serviceCount > 0),
    );
  }

  async load(): Promise<void> {
    const accountId = this.#accountId;
    const tags = await this.#toasts.attempt(() => ask('tags:list', { accountId }));
    if (tags !== undefined) this.all = tags;
  }

  async change(rows: Rows, change: TagChange): Promise<void> {
    await this.#edit(() => ask('tags:change', { accountId: this.#accountId, rows, ...change }));
  }

  /** Null removes it. */
  async note(rows: Rows, note: string | null): Promise<void> {
    await this.#edit(() => ask('notes:put', { accountId: this.#accountId, rows, note }));
  }

  /** Saves a note while it is typed, as one edit without a message. @returns whether it was saved */
  async typeNote(rows: Rows, note: string): Promise<boolean> {
    const sent = { accountId: this.#accountId, rows, note, isContinued: true };
    const edit = await this.#toasts.attempt(() => ask('notes:put', sent));
    if (edit === undefined) return false;
    if (edit.id !== null) this.#retract();
    return true;
  }

  /** @throws FailureError `name-taken`, `invalid-input` */
  async put(tag: NewTag): Promise<void> {
    this.#notify(await ask('tags:put', { accountId: this.#accountId, ...tag }));
  }

  async remove(id: number): Promise<void> {
    await this.#edit(() => ask('tags:remove', { accountId: this.#accountId, id }));
  }

  /** With `id`, only if last. */
  async undo(id?: number): Promise<void> {
    await this.#step(
      'Undone',
      'Redo',
      () => this.redo(),
      () => ask('edits:step', { accountId: this.#accountId, direction: 'undo', id }),
    );
  }

  async redo(): Promise<void> {
    await this.#step(
      'Redone',
      'Undo',
      () => this.undo(),
      () => ask('edits:step', { accountId: this.#accountId, direction: 'redo' }),
    );
  }

  async #edit(work: EditWork): Promise<void> {
    const edit = await this.#toasts.attempt(() => this.#watch(work));
    if (edit !== undefined) this.#notify(edit);
  }

  /** Shows slow edits. */
  async #watch(work: EditWork): Promise<Edit> {
    const shown = this.#toasts.progress('Changing tags and notes…', null);
    const timer = setTimeout(() => {
      shown.update(null);
    }, shownAfterMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      shown.close();
    }
  }

  #notify({ id, label }: Edit): void {
    if (id !== null) this.#offer(label, 'Undo', () => this.undo(id));
  }

  /** Replaces the previous toast. */
  #offer(text: string, title: string, goBack: () => Promise<void>): void {
    this.#retract();
    this.#toastId = this.#toasts.notify(text, { title, run: () => void goBack() });
  }

  /** What it offers to take back is no longer the last edit. */
  #retract(): void {
    if (this.#toastId !== null) this.#toasts.close(this.#toastId);
  }

  async #step(done: string, back: string, goBack: () => Promise<void>, work: EditWork): Promise<void> {
    try {
      const { label } = await this.#watch(work);
      this.#offer(`${done}: ${label}`, back, goBack);
    } catch (error) {
      const failure = asFailure(error);
      // One Ctrl+Z too many is not an error.
      if (failure.code === 'nothing-to-do') this.#toasts.inform(failure.message);
      else this.#toasts.notifyFailure(failure);
    }
  }
}
