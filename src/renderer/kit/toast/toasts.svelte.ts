import { describeFailure, infoOf, type Failure } from '../../../shared/failure.ts';
import { attempt } from '../async/promises.ts';

/** A short message that floats at the bottom of the window. */
interface Toast {
  readonly id: number;
  /** What it reports: something done, that nothing was done, or a failure. */
  readonly tone: 'ok' | 'note' | 'bad';
  readonly text: string;
  /** What the user can do about it, such as undo. */
  readonly actions: readonly ToastAction[];
  /** The progress of the work that the toast is about; null: it is a plain message. */
  readonly progress: Progress | null;
  /** What it is true about; null: it stays true. */
  readonly topic: ToastTopic | null;
}

/** What messages are about that may stop being true before they disappear. */
type ToastTopic = 'sync' | 'repeated-tests' | 'gateway';

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
interface ProgressToast {
  /** Shows the toast at the first call. `share` is 0 to 1; null: the total is unknown. */
  update(share: number | null): void;
  /** Closes the toast, if it was ever shown. */
  close(): void;
}

const shownMs = 6000;
/** Longer, so that there is time to act. */
const actionShownMs = 15_000;
/** How long a message stays at least that is still read. */
const readMs = 1000;
/** Of messages only: a failure or a Stop button never makes room for a message. */
const maxMessages = 3;

/** The toasts on screen. Failures stay until they are closed. */
export class Toasts {
  all = $state.raw<readonly Toast[]>([]);
  /** Whether the pointer or the keyboard is on the messages, which then stay. */
  isRead = (): boolean => false;
  #lastId = 0;
  readonly #restart: () => void;

  /** @param restart starts the app again; a failure that reports damage offers it */
  constructor(restart: () => void = () => undefined) {
    this.#restart = restart;
  }

  /** Reports something done. Returns the ID of the message, by which it can be closed. */
  notify(text: string, ...actions: readonly ToastAction[]): number {
    return this.#addForAWhile('ok', text, actions);
  }

  /** Says why nothing was done, or what else the user should know. */
  inform(text: string, ...actions: readonly ToastAction[]): void {
    this.#addForAWhile('note', text, actions);
  }

  /** Shows a message that replaces earlier ones about the same, and is closed by `retract`. */
  notifyAbout(topic: ToastTopic, text: string, ...actions: readonly ToastAction[]): void {
    this.retract(topic);
    this.#addForAWhile('ok', text, actions, topic);
  }

  /** Shows a failure that stays until it is closed, replaced or retracted. */
  failAbout(topic: ToastTopic, text: string, ...actions: readonly ToastAction[]): void {
    this.retract(topic);
    this.#add('bad', text, actions, null, topic);
  }

  /** Closes the messages about something that is no longer as they say. */
  retract(topic: ToastTopic): void {
    this.all = this.all.filter((toast) => toast.topic !== topic);
  }

  /** Shows a failure. A cancel is what the user asked for, so it is a plain message. */
  readonly notifyFailure = (failure: Failure, topic: ToastTopic | null = null): void => {
    const { code, message } = failure;
    if (code === 'canceled') this.inform(message);
    else {
      const isDamage = infoOf(code).remedy === 'restart';
      const actions = isDamage ? [{ title: 'Restart Proxydeck', run: this.#restart }] : [];
      this.#add('bad', describeFailure(failure), actions, null, topic);
    }
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

  #closeAfter(id: number, ms: number): void {
    setTimeout(() => {
      if (this.isRead()) this.#closeAfter(id, readMs);
      else this.close(id);
    }, ms);
  }

  #addForAWhile(
    tone: Toast['tone'],
    text: string,
    actions: readonly ToastAction[],
    topic: ToastTopic | null = null,
  ): number {
    const id = this.#add(tone, text, actions, null, topic);
    this.#closeAfter(id, actions.length === 0 ? shownMs : actionShownMs);
    return id;
  }

  #add(
    tone: Toast['tone'],
    text: string,
    actions: readonly ToastAction[] = [],
    progress: Progress | null = null,
    topic: ToastTopic | null = null,
  ): number {
    const id = (this.#lastId += 1);
    const toast: Toast = { id, tone, text, actions, progress, topic };
    const isRepeated = (other: Toast): boolean =>
      [toast, other].every((one) => one.progress === null) && other.text === text;
    const all = [...this.all.filter((other) => !isRepeated(other)), toast];
    const messages = all.filter((one) => one.tone !== 'bad' && one.progress === null);
    const dropped = messages.slice(0, -maxMessages);
    this.all = all.filter((one) => !dropped.includes(one));
    return id;
  }
}

/** A name longer than this, in characters, is cut in the middle: its beginning and end tell it from others. */
const longestName = 48;
const keptAtEnd = 16;

/** A message whose long names, which are in quotes or have no spaces, are cut in the middle. */
export const shortenNames = (text: string): string =>
  text.replace(/"[^"]*"|“[^”]*”|\S+/g, (name) => {
    if (name.length <= longestName) return name;
    return `${name.slice(0, longestName - keptAtEnd - 1)}…${name.slice(-keptAtEnd)}`;
  });
