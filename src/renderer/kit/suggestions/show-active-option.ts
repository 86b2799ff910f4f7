/** Scrolls the active option of a list into view; attach it to every option. */
export function showActiveOption(option: HTMLElement): void {
  if (option.ariaSelected === 'true') option.scrollIntoView({ block: 'nearest' });
}
