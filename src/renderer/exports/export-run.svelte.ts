import { asFailure, type Failure } from '../../shared/failure.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { labelCopy } from '../actions/copy-as.ts';
import { runExport, type ExportDisplay } from '../actions/run-export.ts';
import type { ToastAction } from '../kit/toast/toasts.svelte.ts';
import type { ExportForm } from './export-form.svelte.ts';

/** Runs exports in turn and shows them. */
export class ExportRun implements ExportDisplay {
  isBusy = $state(false);
  /** Null: not writing, or just begun. */
  writtenCount = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Null: nothing written. */
  outcome = $state.raw<{ readonly text: string; readonly actions: readonly ToastAction[] } | null>(null);
  readonly #account: AccountState;
  readonly #form: ExportForm;
  #cancel: () => void = () => undefined;

  constructor(account: AccountState, form: ExportForm) {
    this.#account = account;
    this.#form = form;
  }

  /** Under the chosen preset unless changed. */
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

  /** Only a button cancels writing. */
  leave(): boolean {
    if (this.writtenCount !== null) return false;
    this.stop();
    return true;
  }

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
