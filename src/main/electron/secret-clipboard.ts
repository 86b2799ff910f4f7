import type { Log } from '../ports.ts';

export interface SystemClipboard {
  /** One item in all formats. */
  write(formats: Readonly<Record<string, string | Blob>>): Promise<void>;
  has(format: string): Promise<boolean>;
  clear(): void;
}

export type SecretClipboard = ReturnType<typeof createSecretClipboard>;

/** Windows' "no" for clipboard history and cloud. */
const zero = new Uint8Array(4);

/** Keeps clipboard managers from saving. */
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
 * Marks our secrets. Electron lists formats to find it; off Linux that reads a web address, and macOS may report a
 * paste.
 */
export const marker = osFormat('app.proxydeck.copy');

/** Conceals secrets from clipboard managers, and clears them unless replaced. */
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
  /** Null: nothing to clear. */
  let last: { readonly timer: NodeJS.Timeout | undefined } | null = null;
  const forget = (): boolean => {
    const hadOne = last !== null;
    clearTimeout(last?.timer);
    last = null;
    return hadOne;
  };
  const clear = async (): Promise<void> => {
    const isNoneSince = (): boolean => last === null;
    // Another secret may be copied meanwhile.
    if (forget() && (await clipboard.has(marker)) && isNoneSince()) clipboard.clear();
  };
  return {
    /**
     * @param text UTF-8 of any size, never one string
     * @param clearAfterSeconds 0: at quitting
     */
    async copy(text: Blob, clearAfterSeconds: number): Promise<void> {
      forget();
      // First, so that a quit clears it.
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
    clear,
    /** At the end of the session, without waiting. */
    clearAtOnce(): void {
      if (forget()) clipboard.clear();
    },
  };
}
