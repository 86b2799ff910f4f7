import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { cancelChannel, requestChannel } from '../../shared/channels.ts';
import { createRunningRequests, type RunningRequests } from './running-requests.ts';
import { isTrustedSender } from './trusted-sender.ts';

/** Answers the text of a request with that of its reply. */
export type Answer = (sent: unknown, running: RunningRequests) => Promise<string>;

/**
 * Answers the requests of the window; only those from the main frame of the app's own page.
 *
 * @param parts.isOwnPage whether an address is a page of the app's own bundle
 */
export function serveRequests(parts: {
  answer: Answer;
  isOwnPage: (url: string) => boolean;
}): void {
  const { answer, isOwnPage } = parts;
  const running = createRunningRequests();
  const checkSender = ({ senderFrame }: IpcMainInvokeEvent): void => {
    // Read before anything is awaited, because a frame that navigates away becomes null.
    if (isTrustedSender(senderFrame, isOwnPage)) return;
    throw new Error('Requests from this page are not answered.');
  };
  ipcMain.handle(requestChannel, (event, sent: unknown) => {
    checkSender(event);
    return answer(sent, running);
  });
  ipcMain.handle(cancelChannel, (event, number: unknown) => {
    checkSender(event);
    if (typeof number === 'number') running.cancel(number);
  });
}
