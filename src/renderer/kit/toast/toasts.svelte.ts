import type { Failure } from '../../../shared/failure.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
  /** What the person may do about it, such as taking it back. */
  readonly action: NoticeAction | null;
  /** Work that goes on while it is shown; null: it is no such notice. */
  readonly progress: Progress | null;
}

/** How far some work is. Apart from its notice, which would be read out again with every step. */
export class Progress {
  /** Of 1; null: nobody knows of how much. */
  share = $state<number | null>(null);
}

export interface NoticeAction {
  readonly title: string;
  run(): void;
}

const shownMs = 6000;
/** Longer, so that there is time to act. */
const actionShownMs = 15_000;
const mostAtOnce = 3;

/** Short messages that float at the bottom; bad ones stay until they are closed. */
export class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #lastId = 0;

  /** Gives the number by which it can be closed. */
  say(text: string, action: NoticeAction | null = null): number {
    const id = this.#add('ok', text, action);
    setTimeout(() => this.close(id), action === null ? shownMs : actionShownMs);
    return id;
  }

  /** Says that some work goes on, until the notice is closed by its number. */
  sayProgress(text: string, action: NoticeAction | null): { id: number; progress: Progress } {
    const progress = new Progress();
    return { id: this.#add('ok', text, action, progress), progress };
  }

  /** Says a failure; one that the person asked for (a cancel) is no failure. */
  readonly sayFailure = (failure: Failure): void => {
    if (failure.code === 'cancelled') this.say(failure.message);
    else this.#add('bad', failure.message);
  };

  close(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  #add(
    tone: Notice['tone'],
    text: string,
    action: NoticeAction | null = null,
    progress: Progress | null = null,
  ): number {
    const id = (this.#lastId += 1);
    const others = this.all.filter((notice) => notice.text !== text);
    this.all = [...others, { id, tone, text, action, progress }].slice(-mostAtOnce);
    return id;
  }
}
