/** The limits of a pane's width in CSS pixels. */
export interface PaneLimits {
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

/** The panes: which are open, and their widths in CSS pixels. */
export class Panes {
  #open = $state.raw<ByPane<boolean>>({ filters: true, details: true });
  /** Those that were open before the window became too narrow for more than one; null: it is not. */
  #openBefore: ByPane<boolean> | null = null;
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

  /** Opens or closes a pane; in a narrow window only one is open. */
  setOpen(pane: PaneName, isOpen: boolean): void {
    const others = isOpen && this.#openBefore !== null ? { filters: false, details: false } : {};
    this.#open = { ...this.#open, ...others, [pane]: isOpen };
  }

  /** Closes the panes of a window that becomes too narrow for them, and opens them again later. */
  fit(isNarrow: boolean): void {
    if (isNarrow === (this.#openBefore !== null)) return;
    if (isNarrow) {
      this.#openBefore = this.#open;
      this.#open = { filters: false, details: false };
    } else if (this.#openBefore !== null) {
      const { filters, details } = this.#openBefore;
      this.#open = {
        filters: filters || this.#open.filters,
        details: details || this.#open.details,
      };
      this.#openBefore = null;
    }
  }

  /** Sets the width of a pane, within its limits. */
  resize(pane: PaneName, widthPx: number): void {
    const { minPx, maxPx } = paneLimits[pane];
    const limitedPx = Math.round(Math.min(Math.max(widthPx, minPx), maxPx));
    this.#widthsPx = { ...this.#widthsPx, [pane]: limitedPx };
  }
}
