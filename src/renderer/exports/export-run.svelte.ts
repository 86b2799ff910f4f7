import { asFailure, type Failure } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { labelCopy } from '../actions/copy-as.ts';
import { runExport, type ExportDisplay } from '../actions/run-export.ts';
import type { ToastAction } from '../kit/toast/toasts.svelte.ts';
import type { ExportForm } from './export-form.svelte.ts';

/** Runs the exports of a form, one after another, and shows them in the dialog. */
export class ExportRun implements ExportDisplay {
  isBusy = $state(false);
  /** Rows written so far; null: nothing is being written, or it has just begun. */
  writtenCount = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What the last export wrote, and what can be done with it; null: nothing was written yet. */
  outcome = $state.raw<{ readonly text: string; readonly actions: readonly ToastAction[] } | null>(null);
  readonly #account: AccountState;
  readonly #form: ExportForm;
  #cancel: () => void = () => undefined;

  constructor(account: AccountState, form: ExportForm) {
    this.#account = account;
    this.#form = form;
  }

  /** Copies, or saves a file, under the chosen preset unless its choices were changed. */
  async export(to: 'clipboard' | 'file'): Promise<void> {
    const { request, preset, isChanged, makesSeveralFiles, formatInfo } = this.#form;
    if (request === null) return;
    await runExport(this.#account, request, {
      to: to === 'file' && preset !== null && !isChanged ? { preset, asksFile: true } : to,
      ...(!makesSeveralFiles && { label: labelCopy(formatInfo?.label ?? request.format, request) }),
      show: this,
    });
  }

  readonly fail = (error: unknown): void => {
    const failure = asFailure(error);
    if (failure.code === 'canceled') this.#account.app.toasts.notifyFailure(failure);
    else this.failure = failure;
  };

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
    this.#cancel();
  }

  begin(_title: string, cancel: () => void): void {
    this.#cancel = cancel;
    this.isBusy = true;
    this.failure = null;
    this.outcome = null;
  }

  update(writtenCount: number): void {
    this.writtenCount = writtenCount;
  }

  end(): void {
    this.writtenCount = null;
    this.isBusy = false;
  }

  succeed(text: string, actions: readonly ToastAction[]): void {
    this.outcome = { text, actions };
    if (this.#form.isTemplate) this.#form.template.noteUse();
  }
}
