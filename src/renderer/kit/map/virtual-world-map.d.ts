/** Made by scripts/world-map.mjs when the window is built. */
declare module 'virtual:world-map' {
  /** A country or territory; Antarctica is left out. */
  export interface MapCountry {
    /** ISO 3166-1 alpha-2; null: it has none. */
    readonly code: string | null;
    /** The middle of its largest part, in units of the map. */
    readonly x: number;
    readonly y: number;
    /** Whether it is too small to be seen as a shape. */
    readonly isSmall: boolean;
    /** An SVG path in steps of the map. */
    readonly path: string;
  }
  /** The countries in the Equal Earth projection. */
  export const worldMap: {
    readonly width: number;
    readonly height: number;
    /** Units of one step of a path. */
    readonly step: number;
    readonly countries: readonly MapCountry[];
  };
}
