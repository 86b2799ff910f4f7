import { describeFailure, infoOf, type Failure } from '../../../shared/failure.ts';
import { attempt } from '../async/promises.ts';

interface Toast {
  readonly id: number;
  /** Done, nothing done, or failed. */
  readonly tone: 'ok' | 'note' | 'bad';
  readonly text: string;
  /** Such as undo. */
  readonly actions: readonly ToastAction[];
  /** Null: a plain message. */
  readonly progress: Progress | null;
  /** Null: stays true. */
  readonly topic: ToastTopic | null;
}

/** Subjects whose messages may become untrue. */
type ToastTopic = 'sync' | 'repeated-tests' | 'gateway';

export interface ToastAction {
  readonly title: string;
  run(): void;
}

/** Separate, or each step would announce the toast again. */
class Progress {
  /** 0 to 1; null: unknown. */
  share = $state<number | null>(null);
}

interface ProgressToast {
  /** The first call shows it. 0 to 1; null: unknown. */
  update(share: number | null): void;
  close(): void;
}

const shownMs = 6000;
/** Time to act. */
const actionShownMs = 15_000;
/** For messages that are being read. */
const readMs = 1000;
/** Failures and Stop buttons do not count. */
const maxMessages = 3;

/** Failures stay until closed. */
export class Toasts {
  all = $state.raw<readonly Toast[]>([]);
  /** Pointer or keyboard keeps messages. */
  isRead = (): boolean => false;
  #lastId = 0;
  readonly #restart: () => void;
  /** What the key for undo does: the newest that a message offers. Null: none does. */
  readonly nextUndo: ToastAction | null = $derived(
    this.all.flatMap(({ actions }) => actions.filter(({ title }) => title === 'Undo')).at(-1) ?? null,
  );

  /** @param restart offered by failures of damage */
  constructor(restart: () => void = () => undefined) {
    this.#restart = restart;
  }

  /** Returns an ID to close it by. */
  notify(text: string, ...actions: readonly ToastAction[]): number {
    return this.#addForAWhile('ok', text, actions);
  }

  inform(text: string, ...actions: readonly ToastAction[]): void {
    this.#addForAWhile('note', text, actions);
  }

  /** Replaces earlier ones; `retract` closes it. */
  notifyAbout(topic: ToastTopic, text: string, ...actions: readonly ToastAction[]): void {
    this.retract(topic);
    this.#addForAWhile('ok', text, actions, topic);
  }

  /** Stays until closed, replaced or retracted. */
  failAbout(topic: ToastTopic, text: string, ...actions: readonly ToastAction[]): void {
    this.retract(topic);
    this.#add('bad', text, actions, null, topic);
  }

  retract(topic: ToastTopic): void {
    this.all = this.all.filter((toast) => toast.topic !== topic);
  }

  /** A cancellation is a plain message. */
  readonly notifyFailure = (failure: Failure, topic: ToastTopic | null = null): void => {
    const { code, message } = failure;
    if (code === 'canceled') this.inform(message);
    else {
      const isDamage = infoOf(code).remedy === 'restart';
      const actions = isDamage ? [{ title: 'Restart Proxydeck', run: this.#restart }] : [];
      this.#add('bad', describeFailure(failure), actions, null, topic);
    }
  };

  /** Undefined: failed, with a toast. */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, this.notifyFailure);
  }

  /** `stop` null: no button. */
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

  /** Closes the message that offers an action, then runs it. */
  run(action: ToastAction): void {
    this.all = this.all.filter((toast) => !toast.actions.includes(action));
    action.run();
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

/** Beginning and end identify a name. */
const longestName = 48;
const keptAtEnd = 16;

/** Cuts long names (quoted, or without spaces) in the middle. */
export const shortenNames = (text: string): string =>
  text.replace(/"[^"]*"|“[^”]*”|\S+/g, (name) => {
    if (name.length <= longestName) return name;
    return `${name.slice(0, longestName - keptAtEnd - 1)}…${name.slice(-keptAtEnd)}`;
  });
