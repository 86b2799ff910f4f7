import type { Failure } from '../../shared/failure.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
  /** What the person may do about it, such as taking it back. */
  readonly action: NoticeAction | null;
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

  /** Says a failure; one that the person asked for (a cancel) is no failure. */
  readonly sayFailure = (failure: Failure): void => {
    if (failure.code === 'cancelled') this.say(failure.message);
    else this.#add('bad', failure.message);
  };

  close(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  #add(tone: Notice['tone'], text: string, action: NoticeAction | null = null): number {
    const id = (this.#lastId += 1);
    const others = this.all.filter((notice) => notice.text !== text);
    this.all = [...others, { id, tone, text, action }].slice(-mostAtOnce);
    return id;
  }
}
