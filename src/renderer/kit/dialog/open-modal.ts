/** Opens a dialog. On removal the focus returns to its element, or the view; browsers do so for Escape only. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  // Browsers would focus a scrolling part.
  const first = dialog.querySelector<HTMLElement>('input, select, textarea, button');
  if (!document.activeElement?.matches('input, select, textarea, button, [tabindex]')) first?.focus();
  return () => {
    if (isFocusFree() && before instanceof HTMLElement) before.focus();
    // Another view may follow.
    requestAnimationFrame(focusViewIfFree);
  };
}

/** The view's keyboard focus; null: none. */
export const findViewFocus = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [data-view-focus], main [role=grid]');

/** Focuses the view if nothing has the focus; also an attachment for late elements. */
export function focusViewIfFree(): void {
  if (isFocusFree()) findViewFocus()?.focus();
}

const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Closes a dialog at once: the browser's event comes later, and keys would still find the dialog. */
export function closeOnEscape(event: Event, close: () => void): void {
  // File fields have this event too.
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  close();
}
