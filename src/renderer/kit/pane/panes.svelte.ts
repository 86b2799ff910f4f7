import { createContext } from 'svelte';

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

/** The widths of the panes in CSS pixels. */
export class Panes {
  #widthsPx = $state.raw<{ readonly [N in PaneName]: number }>({
    filters: paneLimits.filters.defaultPx,
    details: paneLimits.details.defaultPx,
  });

  get widthsPx(): { readonly [N in PaneName]: number } {
    return this.#widthsPx;
  }

  /** Sets the width of a pane, within its limits. */
  resize(pane: PaneName, widthPx: number): void {
    const { minPx, maxPx } = paneLimits[pane];
    const limitedPx = Math.round(Math.min(Math.max(widthPx, minPx), maxPx));
    this.#widthsPx = { ...this.#widthsPx, [pane]: limitedPx };
  }
}

export const [getPanes, setPanes] = createContext<Panes>();
