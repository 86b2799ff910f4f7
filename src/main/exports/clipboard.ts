import { clipboard, ClipboardItem } from 'electron';
import type { SystemClipboard } from './secret-clipboard.ts';

/** The clipboard of the system that Electron reaches. */
export const systemClipboard: SystemClipboard = {
  write: (formats) => clipboard.write([new ClipboardItem({ ...formats })]),
  readText: () => clipboard.readText(),
  clear: () => {
    clipboard.clear();
  },
};
