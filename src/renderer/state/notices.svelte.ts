import type { Failure } from '../../shared/failure.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
}

const shownMs = 6000;
const mostAtOnce = 3;

/** Short messages that float at the bottom; bad ones stay until they are closed. */
export class Notices {
  all = $state.raw<readonly Notice[]>([]);
  #lastId = 0;

  say(text: string): void {
    const id = this.#add('ok', text);
    setTimeout(() => this.close(id), shownMs);
  }

  /** Says a failure; one that the person asked for (a cancel) is no failure. */
  readonly sayFailure = (failure: Failure): void => {
    if (failure.code === 'cancelled') this.say(failure.message);
    else this.#add('bad', failure.message);
  };

  close(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  #add(tone: Notice['tone'], text: string): number {
    const id = (this.#lastId += 1);
    const others = this.all.filter((notice) => notice.text !== text);
    this.all = [...others, { id, tone, text }].slice(-mostAtOnce);
    return id;
  }
}
