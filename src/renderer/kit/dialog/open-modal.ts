/**
 * Attachment of a dialog: opens it over the page, and when it is removed returns the focus to the
 * element that had it, or to the list if that element is gone. The browser does so for Escape alone.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  // The browser begins with a part that scrolls, if there is one; people begin with the first control.
  const first = dialog.querySelector<HTMLElement>('input, select, textarea, button');
  if (!document.activeElement?.matches('input, select, textarea, button, [tabindex]')) first?.focus();
  return () => {
    if (isFocusFree() && before instanceof HTMLElement) before.focus();
    // What the dialog did may show another view, which comes after it.
    requestAnimationFrame(focusListIfFree);
  };
}

/** Focuses the list of the view if nothing has the focus. */
export function focusListIfFree(): void {
  if (isFocusFree()) document.querySelector<HTMLElement>('main [role=grid]')?.focus();
}

const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body;

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
