import type { WebContents } from 'electron';
import { eventChannel } from '../../shared/channels.ts';
import type { Emit } from '../ports.ts';

/** Sends events to every open window; the only place that does. */
export function createEmitter(windows: () => Iterable<WebContents>): Emit {
  return (name, payload) => {
    for (const contents of windows()) {
      if (!contents.isDestroyed()) contents.send(eventChannel, name, payload);
    }
  };
}
