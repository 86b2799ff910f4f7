/** What is asked of the frame that sent a request; Electron's `WebFrameMain` has both. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/**
 * Whether a request may be heard: from the main frame of a page of our own.
 *
 * @param frame null when the frame has navigated away or is gone
 */
export function isTrustedSender(
  frame: SenderFrame | null,
  isOwnPage: (url: string) => boolean,
): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
