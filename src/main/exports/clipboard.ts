import { clipboard, ClipboardItem } from 'electron';

/** Copies secrets and takes them off the clipboard again. */
export interface SecretClipboard {
  copy(text: string, clearAfterSeconds: number): Promise<void>;
  /** Takes the last copied secret off now, if it is still there. */
  clear(): Promise<void>;
}

/** Four zero bytes: what Windows reads as "no" for its clipboard history and cloud. */
const zero = new Uint8Array(4);

/** What tells clipboard managers of each system not to keep a text. */
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

/** The system's clipboard for secrets. */
export function createSecretClipboard(
  platform: NodeJS.Platform = process.platform,
): SecretClipboard {
  let copied: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const clear = async (): Promise<void> => {
    clearTimeout(timer);
    if (copied !== undefined && (await clipboard.readText()) === copied) clipboard.clear();
    copied = undefined;
  };
  return {
    async copy(text, clearAfterSeconds) {
      const flags = Object.entries(concealed[platform] ?? {}).map(([format, value]) => [
        `electron application/osclipboard;format="${format}"`,
        new Blob([value]),
      ]);
      const item = { 'text/plain': text, ...Object.fromEntries(flags) } as Record<
        string,
        string | Blob
      >;
      await clipboard.write([new ClipboardItem(item)]);
      clearTimeout(timer);
      copied = text;
      if (clearAfterSeconds > 0) timer = setTimeout(() => void clear(), clearAfterSeconds * 1000);
    },
    clear,
  };
}
