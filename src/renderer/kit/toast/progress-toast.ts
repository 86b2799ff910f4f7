import type { Notices, Progress } from './toasts.svelte.ts';

/** Long work that runs behind the window, as far as the person sees it. */
export interface ProgressNotice {
  /** Shown from the first time on. `share` of 1; null: nobody knows of how much. */
  tell(share: number | null): void;
  /** The work is over, however it went. */
  end(): void;
}

/** Shows long work once it is heard of; `stop` null: it can't be stopped. */
export function progressNotice(
  notices: Notices,
  text: string,
  stop: (() => void) | null,
): ProgressNotice {
  let shown: { readonly id: number; readonly progress: Progress } | undefined;
  return {
    tell(share) {
      shown ??= notices.sayProgress(text, stop && { title: 'Stop', run: stop });
      shown.progress.share = share;
    },
    end() {
      if (shown) notices.close(shown.id);
    },
  };
}
