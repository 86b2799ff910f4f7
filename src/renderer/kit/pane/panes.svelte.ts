/** CSS pixels. */
interface PaneLimits {
  readonly defaultPx: number;
  readonly minPx: number;
  readonly maxPx: number;
}

export const paneLimits = {
  filters: { defaultPx: 224, minPx: 160, maxPx: 480 },
  details: { defaultPx: 316, minPx: 260, maxPx: 640 },
} as const satisfies { readonly [pane: string]: PaneLimits };

export type PaneName = keyof typeof paneLimits;

type ByPane<T> = { readonly [N in PaneName]: T };

/** CSS pixels: below, there is room for one pane. */
const tightPx = 1100;
/** CSS pixels: from here on details open unasked. */
const widePx = 1500;

export class Panes {
  #open = $state.raw<ByPane<boolean>>({ filters: true, details: true });
  /** Until then the window's width decides. */
  #isDecided = $state(false);
  /** Before the window became too narrow; null: it is not. */
  #openBefore = $state.raw<ByPane<boolean> | null>(null);
  /** Open, with something to show. */
  hasDetails = $state(false);
  #widthsPx = $state.raw<ByPane<number>>({
    filters: paneLimits.filters.defaultPx,
    details: paneLimits.details.defaultPx,
  });

  get widthsPx(): ByPane<number> {
    return this.#widthsPx;
  }

  isOpen(pane: PaneName): boolean {
    return this.#open[pane];
  }

  /** Whether there is room for one pane only: lists next to others become menus. */
  get isTight(): boolean {
    return this.#openBefore !== null;
  }

  /** The user's choices, whatever the width of the window; null: none yet. */
  get chosen(): ByPane<boolean | null> {
    const { filters, details } = this.#openBefore ?? this.#open;
    return { filters, details: this.#isDecided ? details : null };
  }

  /** As far as there is room. */
  restore({ filters, details }: ByPane<boolean | null>): void {
    this.#isDecided ||= details !== null;
    const before = this.#openBefore ?? this.#open;
    const open = { filters: filters ?? before.filters, details: details ?? before.details };
    if (this.#openBefore === null) this.#open = open;
    else this.#openBefore = open;
  }

  /** In a narrow window only one is open. */
  setOpen(pane: PaneName, isOpen: boolean): void {
    // In a narrow window closing only uncovers the list.
    if (pane === 'details' && (isOpen || this.#openBefore === null)) this.#isDecided = true;
    const others = isOpen && this.#openBefore !== null ? { filters: false, details: false } : {};
    this.#open = { ...this.#open, ...others, [pane]: isOpen };
  }

  /** Closes panes without room, and opens them again later. */
  fit(windowPx: number): void {
    const isNarrow = windowPx < tightPx;
    if (isNarrow && this.#openBefore === null) {
      this.#openBefore = this.#open;
      this.#open = { filters: false, details: false };
    } else if (!isNarrow && this.#openBefore !== null) {
      const { filters, details } = this.#openBefore;
      this.#open = {
        filters: filters || this.#open.filters,
        details: details || this.#open.details,
      };
      this.#openBefore = null;
    }
    if (!isNarrow && !this.#isDecided) {
      this.#open = { ...this.#open, details: windowPx >= widePx };
    }
  }

  resize(pane: PaneName, widthPx: number): void {
    const { minPx, maxPx } = paneLimits[pane];
    const limitedPx = Math.round(Math.min(Math.max(widthPx, minPx), maxPx));
    this.#widthsPx = { ...this.#widthsPx, [pane]: limitedPx };
  }
}
