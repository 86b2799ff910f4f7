/**
 * Attachment of a dialog: opens it over the page, and when it is taken off the page gives
 * the focus back to what had it. The browser does so for Escape alone.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree && before instanceof HTMLElement) before.focus();
  };
}
