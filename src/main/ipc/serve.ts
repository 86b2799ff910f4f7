import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { cancelChannel, requestChannel } from '../../shared/channels.ts';
import type { Log } from '../ports.ts';
import { answerRequest } from './answer.ts';
import type { Handlers } from './handlers/handlers.ts';
import { createRunningRequests } from './running-requests.ts';
import type { UserGate } from './user-gate.ts';
import { isTrustedSender } from './trusted-sender.ts';

/**
 * Answers the requests of the window; only those from the main frame of the app's own page.
 *
 * @param parts.isOwnPage whether an address is a page of the app's own bundle
 */
export function serveRequests(parts: {
  handlers: Handlers;
  isOwnPage: (url: string) => boolean;
  gate: Pick<UserGate, 'check'>;
  log: Log;
}): void {
  const { handlers, isOwnPage, gate, log } = parts;
  const running = createRunningRequests();
  const checkSender = ({ senderFrame }: IpcMainInvokeEvent): void => {
    // Read before anything is awaited, because a frame that navigates away becomes null.
    if (isTrustedSender(senderFrame, isOwnPage)) return;
    throw new Error('Requests from this page are not answered.');
  };
  ipcMain.handle(requestChannel, (event, sent: unknown) => {
    checkSender(event);
    return answerRequest({ handlers, running, gate, log }, sent);
  });
  ipcMain.handle(cancelChannel, (event, number: unknown) => {
    checkSender(event);
    if (typeof number === 'number') running.cancel(number);
  });
}
