import { ipcMain } from 'electron';
import { requestChannel } from '../../shared/channels.ts';
import type { Log } from '../ports.ts';
import { answerRequest } from './answer.ts';
import type { Handlers } from './handlers.ts';
import { createRunningRequests } from './running-requests.ts';
import { isTrustedSender } from './trusted-sender.ts';

/**
 * Answers the requests of the window; only those from the main frame of the app's own page.
 *
 * @param parts.isOwnPage whether an address is a page of the app's own bundle
 */
export function serveRequests(parts: {
  handlers: Handlers;
  isOwnPage: (url: string) => boolean;
  log: Log;
}): void {
  const { handlers, isOwnPage, log } = parts;
  const running = createRunningRequests();
  ipcMain.handle(requestChannel, (event, name: unknown, args: unknown, number: unknown) => {
    // Read before anything is awaited, because a frame that navigates away becomes null.
    if (!isTrustedSender(event.senderFrame, isOwnPage)) {
      throw new Error('Requests from this page are not answered.');
    }
    return answerRequest({ handlers, running, log }, name, args, number);
  });
}
