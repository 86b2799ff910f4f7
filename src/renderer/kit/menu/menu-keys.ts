/** The items of a menu that can have the focus, in their order. */
export const menuItems = (menu: HTMLElement): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)'),
];

/** The keyboard of a menu: arrows, Home and End move the focus, Escape and Tab close the menu. */
export function onMenuKeydown(
  event: KeyboardEvent & { currentTarget: HTMLElement },
  close: () => void,
): void {
  const menu = event.currentTarget;
  const items = menuItems(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: { readonly [key: string]: number } = {
    ArrowDown: at + 1,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key];
  if (event.key === 'Tab' || event.key === 'Escape') close();
  else if (next !== undefined) items[next % items.length]?.focus();
  else return;
  event.preventDefault();
  // The dialog or list around the menu has a use of its own for these keys.
  event.stopPropagation();
}
