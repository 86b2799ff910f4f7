/** The limits of a pane's width in CSS pixels. */
interface PaneLimits {
  readonly defaultPx: number;
  readonly minPx: number;
  readonly maxPx: number;
}

/** The panes next to a list whose widths the user can change. */
export const paneLimits = {
  filters: { defaultPx: 224, minPx: 160, maxPx: 480 },
  details: { defaultPx: 316, minPx: 260, maxPx: 640 },
} as const satisfies { readonly [pane: string]: PaneLimits };

export type PaneName = keyof typeof paneLimits;

type ByPane<T> = { readonly [N in PaneName]: T };

/** In CSS pixels: below, a list has room for one pane only. */
const tightPx = 1100;
/** In CSS pixels: from here on, the details have room without being asked for. Below, columns need it more. */
const widePx = 1500;

/** The panes: which are open, and their widths in CSS pixels. */
export class Panes {
  #open = $state.raw<ByPane<boolean>>({ filters: true, details: true });
  /** Whether the details were opened or closed on purpose; until then the width of the window decides. */
  #isDecided = $state(false);
  /** Those that were open before the window became too narrow for more than one; null: it is not. */
  #openBefore = $state.raw<ByPane<boolean> | null>(null);
  /** Whether the details of the view are open and have something to show. */
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

  /** Whether the window has room for one pane only, so that lists next to others are menus. */
  get isTight(): boolean {
    return this.#openBefore !== null;
  }

  /** What the user has chosen, whatever the width of the window makes of it; null: nothing yet. */
  get chosen(): ByPane<boolean | null> {
    const { filters, details } = this.#openBefore ?? this.#open;
    return { filters, details: this.#isDecided ? details : null };
  }

  /** Starts with what the user chose before, as far as the window has room for it. */
  restore({ filters, details }: ByPane<boolean | null>): void {
    this.#isDecided ||= details !== null;
    const before = this.#openBefore ?? this.#open;
    const open = { filters: filters ?? before.filters, details: details ?? before.details };
    if (this.#openBefore === null) this.#open = open;
    else this.#openBefore = open;
  }

  /** Opens or closes a pane; in a narrow window only one is open. */
  setOpen(pane: PaneName, isOpen: boolean): void {
    // One that is closed in a narrow window only lay over the list.
    if (pane === 'details' && (isOpen || this.#openBefore === null)) this.#isDecided = true;
    const others = isOpen && this.#openBefore !== null ? { filters: false, details: false } : {};
    this.#open = { ...this.#open, ...others, [pane]: isOpen };
  }

  /**
   * Fits the panes to the width of the window in CSS pixels: closes them where there is no room, and opens them
   * again later.
   */
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

  /** Sets the width of a pane, within its limits. */
  resize(pane: PaneName, widthPx: number): void {
    const { minPx, maxPx } = paneLimits[pane];
    const limitedPx = Math.round(Math.min(Math.max(widthPx, minPx), maxPx));
    this.#widthsPx = { ...this.#widthsPx, [pane]: limitedPx };
  }
}
