import { ownValue } from '../../shared/own-value.ts';
const controls = 'button, input, select, summary';

/**
 * Makes a group one Tab stop; arrows, Home and End move. The stop is the last focused control, at first and after
 * another page opened the current one.
 */
export function roveFocus(group: HTMLElement): () => void {
  let stop: HTMLElement | undefined;
  let isPageNew = false;
  const list = (): readonly HTMLElement[] => [
    ...group.querySelectorAll<HTMLElement>(`:is(${controls}):not(:disabled)`),
  ];

  function setStop(wanted: HTMLElement | undefined): void {
    const all = list();
    const current = all.find((control) => control.matches('[aria-current], [aria-pressed=true]'));
    stop = wanted && all.includes(wanted) ? wanted : (current ?? all[0]);
    for (const control of all) control.tabIndex = control === stop ? 0 : -1;
  }
  function onfocusin({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) setStop(target);
  }
  function leave(): void {
    setStop(isPageNew ? undefined : stop);
    isPageNew = false;
  }
  function onfocusout({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && group.contains(relatedTarget))) leave();
  }
  function onkeydown(event: KeyboardEvent): void {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isText = target.matches('input:not([type=checkbox], [type=radio])');
    if (isText && /^(Home|End|ArrowLeft|ArrowRight)$/.test(key)) return;
    const all = list();
    const at = all.indexOf(target);
    const steps: { readonly [key: string]: number } = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = ownValue(steps, key);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(next, all.length - 1))]?.focus();
  }

  setStop(undefined);
  group.addEventListener('focusin', onfocusin);
  group.addEventListener('focusout', onfocusout);
  group.addEventListener('keydown', onkeydown);
  const observer = new MutationObserver((changes) => {
    isPageNew ||= changes.some(({ attributeName }) => attributeName === 'aria-current');
    if (group.contains(document.activeElement)) setStop(stop);
    else leave();
  });
  observer.observe(group, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-current'],
  });
  return () => {
    observer.disconnect();
    group.removeEventListener('focusin', onfocusin);
    group.removeEventListener('focusout', onfocusout);
    group.removeEventListener('keydown', onkeydown);
  };
}

/** Undefined: the key does not move, or the list is empty. */
export function nextActiveRow(
  key: string,
  activeIndex: number,
  rowCount: number,
  pageRows: number,
): number | undefined {
  if (rowCount === 0) return undefined;
  const last = rowCount - 1;
  const within = (index: number): number => Math.min(Math.max(index, 0), last);
  switch (key) {
    case 'ArrowDown':
      return within(activeIndex + 1);
    case 'ArrowUp':
      return within(activeIndex - 1);
    case 'PageDown':
      return within(activeIndex + pageRows);
    case 'PageUp':
      return within(activeIndex - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
