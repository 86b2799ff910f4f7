/** In F6's order; an empty view has the last. */
const regions = ['header', 'nav[aria-label=Views]', 'main > aside', 'main > section', 'main > div:has(button)'].join(
  ', ',
);
const focusable = ':is(button, input, select, textarea, a):not(:disabled, [tabindex="-1"])';
/** The first, but least wanted. */
const useful = `${focusable}:not([data-close-pane])`;

/** Focuses the next region; -1: the previous one. */
export function moveRegion(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLElement>(regions)].filter((region) => region.checkVisibility());
  const at = shown.findIndex((region) => region.contains(document.activeElement));
  const start = at < 0 && step < 0 ? 0 : at;
  for (let steps = 1; steps <= shown.length; steps += 1) {
    const region = shown[(start + step * steps + 2 * shown.length) % shown.length];
    const target =
      region?.querySelector<HTMLElement>('[role=grid]') ??
      region?.querySelector<HTMLElement>('[role=combobox]') ??
      region?.querySelector<HTMLElement>('button.main:not(:disabled)') ??
      region?.querySelector<HTMLElement>(useful) ??
      region?.querySelector<HTMLElement>(focusable);
    if (target) {
      target.focus();
      return;
    }
  }
}
