import type { Failure } from '../../../shared/failure.ts';
import { attempt } from '../async/attempt.ts';

/** A short message that floats at the bottom of the window. */
export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
  /** What the user can do about it, such as undo. */
  readonly actions: readonly ToastAction[];
  /** The progress of the work that the toast is about; null: it is a plain message. */
  readonly progress: Progress | null;
}

export interface ToastAction {
  readonly title: string;
  run(): void;
}

/** How far some work is. Separate from its toast, which would be announced again with every step. */
class Progress {
  /** 0 to 1; null: the total is unknown. */
  share = $state<number | null>(null);
}

/** The toast of work that continues in the background. */
export interface ProgressToast {
  /** Shows the toast at the first call. `share` is 0 to 1; null: the total is unknown. */
  update(share: number | null): void;
  /** Closes the toast, if it was ever shown. */
  close(): void;
}

const shownMs = 6000;
/** Longer, so that there is time to act. */
const actionShownMs = 15_000;
const mostAtOnce = 3;

/** The toasts on screen. Failures stay until they are closed. */
export class Toasts {
  all = $state.raw<readonly Toast[]>([]);
  #lastId = 0;

  /** Shows a message and returns its ID, by which it can be closed. */
  notify(text: string, ...actions: readonly ToastAction[]): number {
    const id = this.#add('ok', text, actions, null);
    setTimeout(() => this.close(id), actions.length === 0 ? shownMs : actionShownMs);
    return id;
  }

  /** Shows a failure. A cancel is what the user asked for, so it is a plain message. */
  readonly notifyFailure = (failure: Failure): void => {
    if (failure.code === 'canceled') this.notify(failure.message);
    else this.#add('bad', failure.message, [], null);
  };

  /** Runs some work and returns its result; undefined: it failed and a toast shows why. */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, this.notifyFailure);
  }

  /** Prepares a toast for long work; `stop` null: it has no Stop button. */
  progress(text: string, stop: (() => void) | null): ProgressToast {
    let id: number | undefined;
    const progress = new Progress();
    return {
      update: (share) => {
        id ??= this.#add('ok', text, stop === null ? [] : [{ title: 'Stop', run: stop }], progress);
        progress.share = share;
      },
      close: () => {
        if (id !== undefined) this.close(id);
      },
    };
  }

  close(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }

  #add(
    tone: Toast['tone'],
    text: string,
    actions: readonly ToastAction[],
    progress: Progress | null,
  ): number {
    const id = (this.#lastId += 1);
    const others = this.all.filter((toast) => toast.text !== text);
    this.all = [...others, { id, tone, text, actions, progress }].slice(-mostAtOnce);
    return id;
  }
}
