/**
 * Attachment of a dialog: opens it over the page, and when it is removed returns the focus to the
 * element that had it, or to the view if that element is gone. The browser does so for Escape alone.
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
    requestAnimationFrame(focusViewIfFree);
  };
}

/** The part of the view that the keyboard works in; null: it has none. */
export const findViewFocus = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-view-focus], main [role=grid]');

/** Focuses the view if nothing has the focus. Also an attachment of what the keyboard works in, which may appear late. */
export function focusViewIfFree(): void {
  if (isFocusFree()) findViewFocus()?.focus();
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
