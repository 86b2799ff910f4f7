import { clipboard, ClipboardItem } from 'electron';
import type { SystemClipboard } from '../exports/secret-clipboard.ts';

/** The clipboard of the system that Electron reaches. */
export const systemClipboard: SystemClipboard = {
  write: (formats) => clipboard.write([new ClipboardItem({ ...formats })]),
  has: (format) => clipboard.has(format),
  clear: () => {
    clipboard.clear();
  },
};
