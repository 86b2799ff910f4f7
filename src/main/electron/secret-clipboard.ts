import type { Log } from '../ports.ts';

/** The system's clipboard, as far as secrets need it. */
export interface SystemClipboard {
  /** Replaces the content with one item in several formats, all at once. */
  write(formats: Readonly<Record<string, string | Blob>>): Promise<void>;
  /** Whether the content has a format. */
  has(format: string): Promise<boolean>;
  clear(): void;
}

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/** Four zero bytes: Windows reads them as "no" for its clipboard history and cloud. */
const zero = new Uint8Array(4);

/** Tells the clipboard managers of each system not to save a text. */
const concealed: {
  readonly [P in NodeJS.Platform]?: Readonly<Record<string, Uint8Array<ArrayBuffer> | string>>;
} = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: zero,
    CanIncludeInClipboardHistory: zero,
    CanUploadToCloudClipboard: zero,
  },
  darwin: { 'org.nspasteboard.ConcealedType': 'true' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

const osFormat = (name: string): string => `electron application/osclipboard;format="${name}"`;

/**
 * Written with each secret: as long as the clipboard has it, the secret is still there. To find
 * it, Electron lists the formats of the clipboard; off Linux that also reads a copied web
 * address, so macOS may report that Proxydeck pasted. No other content is read.
 */
export const marker = osFormat('app.proxydeck.copy');

/**
 * Copies secrets, conceals them from clipboard managers, and clears them unless something else was
 * copied since.
 */
export function createSecretClipboard(parts: {
  clipboard: SystemClipboard;
  platform: NodeJS.Platform;
  log: Pick<Log, 'error'>;
}) {
  const { clipboard, platform, log } = parts;
  const flags: Record<string, Blob> = { [marker]: new Blob(['1']) };
  for (const [format, value] of Object.entries(concealed[platform] ?? {})) {
    flags[osFormat(format)] = new Blob([value]);
  }
  /** The last copied secret; null if there is none to clear. */
  let last: { readonly timer: NodeJS.Timeout | undefined } | null = null;
  const forget = (): boolean => {
    const hadOne = last !== null;
    clearTimeout(last?.timer);
    last = null;
    return hadOne;
  };
  const clear = async (): Promise<void> => {
    const isNoneSince = (): boolean => last === null;
    // Another secret may be copied before the clipboard answers.
    if (forget() && (await clipboard.has(marker)) && isNoneSince()) clipboard.clear();
  };
  return {
    /**
     * @param text in UTF-8; it may be of any size, and never becomes one string here
     * @param clearAfterSeconds 0: stays until the app quits
     */
    async copy(text: Blob, clearAfterSeconds: number): Promise<void> {
      forget();
      // Before the text is there: a quit meanwhile clears it.
      last = {
        timer:
          clearAfterSeconds > 0
            ? setTimeout(() => {
                clear().catch((error: unknown) => {
                  log.error('clipboard', error);
                });
              }, clearAfterSeconds * 1000)
            : undefined,
      };
      await clipboard.write({ 'text/plain': text, ...flags });
    },
    /** Clears the last copied secret now, if it is still there. */
    clear,
    /** Clears it at the end of the session, without waiting for the clipboard. */
    clearAtOnce(): void {
      if (forget()) clipboard.clear();
    },
  };
}
