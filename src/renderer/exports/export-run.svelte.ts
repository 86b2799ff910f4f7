import { asFailure, type Failure } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { copyAs, describeSkipped, describeWritten, labelCopy } from '../actions/copy-as.ts';
import { savedActions } from '../account/exports.svelte.ts';
import { ask, listen } from '../bridge.ts';
import type { ToastAction } from '../kit/toast/toasts.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { ExportForm } from './export-form.svelte.ts';

/** Runs the exports of a form, one after another: progress, failure and outcome. */
export class ExportRun {
  isBusy = $state(false);
  /** Rows written so far; null: nothing is being written, or it has just begun. */
  writtenCount = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What the last export wrote, and what can be done with it; null: nothing was written yet. */
  outcome = $state.raw<{ readonly text: string; readonly actions: readonly ToastAction[] } | null>(null);
  readonly #account: AccountState;
  readonly #form: ExportForm;
  #controller = new AbortController();

  constructor(account: AccountState, form: ExportForm) {
    this.#account = account;
    this.#form = form;
  }

  readonly fail = (error: unknown): void => {
    this.failure = asFailure(error);
  };

  async copy(): Promise<void> {
    await this.#run(async (signal) => {
      const { request } = this.#form;
      if (request === null) return;
      const text = await copyAs(this.#account, request, this.#label, signal);
      this.outcome = { text, actions: [] };
    });
  }

  /** Saves a file, under the chosen preset unless its choices were changed. */
  async save(): Promise<void> {
    await this.#run(async (signal) => {
      const { request, preset, isChanged, makesSeveralFiles } = this.#form;
      if (request === null) return;
      const { presets, recentCopies, recentFiles, app, id: accountId } = this.#account;
      const isPreset = preset !== null && !isChanged;
      const outcome = await (!isPreset
        ? ask('exports:save', request, signal)
        : ask('presets:save', { accountId, id: preset.id, asksFile: true }, signal));
      void presets.reload();
      if (outcome === null) return;
      if (!isPreset) void recentFiles.add(request, outcome);
      if (!makesSeveralFiles) void recentCopies.add(request, this.#label);
      const written = describeWritten(request, outcome);
      const others = outcome.fileCount > 1 ? ` and ${countOf(outcome.fileCount - 1, 'more file')}` : '';
      this.outcome = {
        text: `Saved ${written} to ${outcome.fileName ?? 'the file'}${others}.${describeSkipped(outcome)}`,
        actions: savedActions(app.toasts, outcome),
      };
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

  /** Whether the dialog may be closed: a file that is written is canceled by its own button, not by a key. */
  leave(): boolean {
    if (this.writtenCount !== null) return false;
    this.stop();
    return true;
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
    this.outcome = null;
    const stopListening = listen('exports:progress', ({ accountId, done }) => {
      if (accountId === this.#account.id) this.writtenCount = done;
    });
    try {
      await work(this.#controller.signal);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code === 'canceled') this.#account.app.toasts.inform(failure.message);
      else this.failure = failure;
    } finally {
      stopListening();
      this.writtenCount = null;
      this.isBusy = false;
    }
  }
}
