import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../ports.ts';

/** The system's clipboard, as far as secrets need it. */
export interface SystemClipboard {
  /** Replaces what is there with one item in several formats, all at once. */
  write(formats: Readonly<Record<string, string | Blob>>): Promise<void>;
  readText(): Promise<string>;
  clear(): void;
}

/** Copies secrets and takes them off the clipboard again. */
export interface SecretClipboard {
  /**
   * @param text in UTF-8; it may be of any size, and never becomes one string here
   * @param clearAfterSeconds 0: stays until the app quits
   */
  copy(text: Blob, clearAfterSeconds: number): Promise<void>;
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

/** A text that was copied: enough to know it again, and no more. */
interface Copied {
  readonly digest: Promise<string>;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Conceals texts from clipboard managers, and takes them away where nothing else was copied since. */
export function createSecretClipboard(parts: {
  clipboard: SystemClipboard;
  platform: NodeJS.Platform;
  log: Pick<Log, 'error'>;
}): SecretClipboard {
  const { clipboard, platform, log } = parts;
  const flags: Record<string, Blob> = {};
  for (const [format, value] of Object.entries(concealed[platform] ?? {})) {
    flags[`electron application/osclipboard;format="${format}"`] = new Blob([value]);
  }
  let last: Copied | undefined;
  const forget = (): Copied | undefined => {
    const forgotten = last;
    last = undefined;
    clearTimeout(forgotten?.timer);
    return forgotten;
  };
  const isNoneThere = (): boolean => last === undefined;
  const clear = async (): Promise<void> => {
    const copied = forget();
    if (copied === undefined) return;
    const isStillThere = (await digestOfText(await clipboard.readText())) === (await copied.digest);
    // Another secret may have been copied while this one was looked for.
    if (isStillThere && isNoneThere()) clipboard.clear();
  };
  return {
    async copy(text, clearAfterSeconds) {
      forget();
      const copied: Copied = {
        digest: digestOf(text),
        timer:
          clearAfterSeconds > 0
            ? setTimeout(() => {
                clear().catch((error: unknown) => {
                  log.error('clipboard', error);
                });
              }, clearAfterSeconds * 1000)
            : undefined,
      };
      // Before the text is there: a quit meanwhile takes it away.
      last = copied;
      await clipboard.write({ 'text/plain': text, ...flags });
    },
    clear,
  };
}

/** Bytes, and units of UTF-16, that are digested in one turn of the event loop. */
const pieceSize = 512 * 1024;

async function digestOf(text: Blob): Promise<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < text.size; start += pieceSize) {
    digest.update(new Uint8Array(await text.slice(start, start + pieceSize).arrayBuffer()));
    // Reading bytes that are in memory gives nobody a turn.
    await nextTurn();
  }
  return digest.digest('hex');
}

/** The same of a text that the clipboard gave. */
async function digestOfText(text: string): Promise<string> {
  const digest = createHash('sha256');
  let start = 0;
  while (start < text.length) {
    const end = start + pieceSize;
    // A character of two units is never cut in two.
    const isCut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const piece = text.slice(start, isCut ? end - 1 : end);
    digest.update(piece);
    start += piece.length;
    await nextTurn();
  }
  return digest.digest('hex');
}
