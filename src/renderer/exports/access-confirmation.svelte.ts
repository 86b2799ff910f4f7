import type { ExportConfirmation, ExportRequest } from '../../shared/export.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';

/** What the service says about an export; asked only when the person wants to know. */
export class AccessConfirmation {
  answer = $state.raw<ExportConfirmation | null>(null);
  failure = $state.raw<Failure | null>(null);
  #controller = $state.raw<AbortController | null>(null);
  readonly isAsking = $derived(this.#controller !== null);

  /** Asks; what was asked before is taken back. */
  async ask(request: ExportRequest): Promise<void> {
    this.forget();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const answer = await ask('exports:confirm', request, controller.signal);
      if (this.#controller === controller) this.answer = answer;
    } catch (error) {
      if (this.#controller === controller) this.failure = asFailure(error);
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }

  /** Takes the question back and drops the answer: the choices are others now. */
  forget(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.answer = null;
    this.failure = null;
  }
}
