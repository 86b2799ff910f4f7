import { asFailure, type Failure } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { copyAs, describeSkipped, labelCopy } from '../account/copying/copy-as.ts';
import { savedActions } from '../account/copying/saved-actions.ts';
import { countOf } from '../format/format-number.ts';
import type { ExportForm } from './export-form.svelte.ts';
import { FileSaving } from './file-saving.svelte.ts';

/** Runs the export of a form: its progress, its failure and the toast about its outcome. */
export class ExportRun {
  readonly saving = new FileSaving();
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly #account: AccountState;
  readonly #form: ExportForm;
  readonly #ondone: () => void;

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
    await this.#run(async () => {
      const { request } = this.#form;
      if (request === null) return;
      const message = await this.saving.watch(request.accountId, (signal) =>
        copyAs(this.#account, request, this.#label, signal),
      );
      this.#ondone();
      this.#account.app.toasts.notify(message);
    });
  }

  /** Saves a file, under the chosen preset unless its choices were changed. */
  async save(): Promise<void> {
    await this.#run(async () => {
      const { request, preset, isChanged, makesSeveralFiles } = this.#form;
      if (request === null) return;
      const outcome = await this.saving.save(request, isChanged ? undefined : preset?.id);
      const { presets, recentCopies, app } = this.#account;
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

  /** Stops what is being written; without that nothing happens. */
  stop(): void {
    if (this.saving.writtenCount !== null) this.saving.cancel();
  }

  get #label(): string {
    const { request, formatInfo } = this.#form;
    return request === null ? '' : labelCopy(formatInfo?.label ?? request.format, request);
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.failure = null;
    try {
      await work();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'canceled') this.#account.app.toasts.notify(failure.message);
      else this.failure = failure;
    } finally {
      this.isBusy = false;
    }
  }
}
