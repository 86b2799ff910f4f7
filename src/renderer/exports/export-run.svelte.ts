import { asFailure, type Failure } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { copyAs, describeSkipped, labelCopy } from '../account/copying/copy-as.ts';
import { savedActions } from '../account/copying/saved-actions.ts';
import { ask, listen } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { ExportForm } from './export-form.svelte.ts';

/** Runs the export of a form: its progress, its failure and the toast about its outcome. */
export class ExportRun {
  isBusy = $state(false);
  /** Rows written so far; null: nothing is being written, or it has just begun. */
  writtenCount = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #account: AccountState;
  readonly #form: ExportForm;
  readonly #ondone: () => void;
  #controller = new AbortController();

  /** @param ondone closes the dialog */
  constructor(account: AccountState, form: ExportForm, ondone: () => void) {
    this.#account = account;
    this.#form = form;
    this.#ondone = ondone;
  }

  readonly fail = (error: unknown): void => {
    this.failure = asFailure(error);
  };

  async copy(): Promise<void> {
    await this.#run(async (signal) => {
      const { request } = this.#form;
      if (request === null) return;
      const message = await copyAs(this.#account, request, this.#label, signal);
      this.#ondone();
      this.#account.app.toasts.notify(message);
    });
  }

  /** Saves a file, under the chosen preset unless its choices were changed. */
  async save(): Promise<void> {
    await this.#run(async (signal) => {
      const { request, preset, isChanged, makesSeveralFiles } = this.#form;
      if (request === null) return;
      const { presets, recentCopies, app, id: accountId } = this.#account;
      const outcome = await (preset === null || isChanged
        ? ask('exports:save', request, signal)
        : ask('presets:save', { accountId, id: preset.id, asksFile: true }, signal));
      void presets.reload();
      if (outcome === null) return;
      if (!makesSeveralFiles) void recentCopies.add(request, this.#label);
      const count = countOf(outcome.writtenCount, 'proxy', 'proxies');
      const others =
        outcome.fileCount > 1 ? ` and ${countOf(outcome.fileCount - 1, 'more file')}` : '';
      this.#ondone();
      app.toasts.notify(
        `Saved ${count} to ${outcome.fileName ?? 'the file'}${others}.${describeSkipped(outcome)}`,
        ...savedActions(app.toasts, outcome),
      );
    });
  }

  async savePreset(name: string): Promise<void> {
    const { choices } = this.#form;
    if (choices === null) return;
    try {
      this.#form.usePreset(await this.#account.presets.put(name, choices));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Stops the export, if one is running. */
  stop(): void {
    this.#controller.abort();
  }

  get #label(): string {
    const { request, formatInfo } = this.#form;
    return request === null ? '' : labelCopy(formatInfo?.label ?? request.format, request);
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#controller = new AbortController();
    this.isBusy = true;
    this.failure = null;
    const stopListening = listen('exports:progress', ({ accountId, done }) => {
      if (accountId === this.#account.id) this.writtenCount = done;
    });
    try {
      await work(this.#controller.signal);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'canceled') this.#account.app.toasts.notify(failure.message);
      else this.failure = failure;
    } finally {
      stopListening();
      this.writtenCount = null;
      this.isBusy = false;
    }
  }
}
