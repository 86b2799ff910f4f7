import { clipboard, ClipboardItem } from 'electron';
import type { SystemClipboard } from './secret-clipboard.ts';

/** The system's clipboard through Electron. */
export const systemClipboard: SystemClipboard = {
  write: (formats) => clipboard.write([new ClipboardItem({ ...formats })]),
  has: (format) => clipboard.has(format),
  clear: () => {
    clipboard.clear();
  },
};
