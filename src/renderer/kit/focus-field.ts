/** Focuses a field, also one behind "More options". */
export function focusField(field: HTMLElement | null | undefined): void {
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}
