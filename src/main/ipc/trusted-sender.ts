/** The frame that sent a request; Electron's `WebFrameMain` has both properties. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/**
 * Whether a request is answered: only from the main frame of one of the app's own pages.
 *
 * @param frame null if the frame has navigated away or was closed
 */
export function isTrustedSender(
  frame: SenderFrame | null,
  isOwnPage: (url: string) => boolean,
): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
