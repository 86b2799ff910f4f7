export type CloseAnswer = 'keep' | 'quit' | 'stay';

/**
 * Continues work behind the app's icon, or minimized, when the window closes.
 *
 * @param parts.work what would stop, as sentences
 * @param parts.ask also says where the app will be
 */
export function createClosing(parts: {
  work: () => readonly string[];
  setting: () => 'ask' | 'keep' | 'quit';
  save: (setting: 'keep' | 'quit') => void;
  hasIcon: () => Promise<boolean>;
  ask: (work: readonly string[], hasIcon: boolean) => Promise<CloseAnswer>;
  close: () => void;
  minimize: () => void;
  quit: () => void;
}) {
  const { work, setting, save, hasIcon, ask, close, minimize, quit } = parts;
  let isInBackground = false;
  let isDeciding = false;

  const decide = async (sentences: readonly string[]): Promise<void> => {
    const isShown = await hasIcon();
    const chosen = setting();
    const answer = chosen === 'ask' ? await ask(sentences, isShown) : chosen;
    if (answer === 'stay') return;
    if (answer !== chosen) save(answer);
    if (answer === 'quit') quit();
    else if (isShown) {
      isInBackground = true;
      close();
    } else minimize();
  };
  return {
    /** @returns whether the app ends with its window */
    endsApp(event: { preventDefault: () => void }): boolean {
      if (isInBackground) return false;
      const sentences = setting() === 'quit' ? [] : work();
      if (sentences.length === 0) return true;
      event.preventDefault();
      if (!isDeciding) {
        isDeciding = true;
        void decide(sentences).finally(() => {
          isDeciding = false;
        });
      }
      return false;
    },
    get isInBackground(): boolean {
      return isInBackground;
    },
    setInBackground(isWanted: boolean): void {
      isInBackground = isWanted;
    },
  };
}
