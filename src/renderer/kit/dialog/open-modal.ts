/**
 * Attachment of a dialog: opens it over the page, and when it is taken off the page gives
 * the focus back to what had it, or to the list where that is gone with another view. The
 * browser does so for Escape alone.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    if (isFocusFree() && before instanceof HTMLElement) before.focus();
    // What the dialog did may show another view, which comes after it.
    requestAnimationFrame(() => {
      if (isFocusFree()) document.querySelector<HTMLElement>('main [role=grid]')?.focus();
    });
  };
}

const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Closes a dialog on Escape at once. The browser would tell so in a task of its own, and
 * a key that is pressed meanwhile would still find the dialog open.
 */
export function closeOnEscape(event: Event, close: () => void): void {
  // A field for files in it has an event of this name too.
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  close();
}
