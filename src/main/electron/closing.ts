/** What happens to the app when its window is closed although work would stop. */
export type CloseAnswer = 'keep' | 'quit' | 'stay';

/**
 * Decides what closing the window does while the app has work that needs no window: with an icon in the panel the window goes
 * and the app stays; without one the window is minimized, so that it can be found.
 *
 * @param parts.work what would stop, each as a sentence; empty: nothing would
 * @param parts.setting what the user chose before
 * @param parts.save saves what the user chooses now
 * @param parts.hasIcon whether the desktop shows the icon of the app
 * @param parts.ask asks the user, and says where the app will be found
 * @param parts.close closes the window
 * @param parts.minimize minimizes the window
 * @param parts.quit quits the app, with its own question if work is in progress
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
    /**
     * Takes the event of a window that is being closed.
     *
     * @returns whether the app ends with its window
     */
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
    /** Whether the app stays although no window is open. */
    get isInBackground(): boolean {
      return isInBackground;
    },
    /** The app has no window from its start, or has one again. */
    setInBackground(isWanted: boolean): void {
      isInBackground = isWanted;
    },
  };
}
