/** Made by scripts/world-map.mjs. */
declare module 'virtual:world-map' {
  /** Without Antarctica. */
  export interface MapCountry {
    /** ISO 3166-1 alpha-2; null: none. */
    readonly code: string | null;
    /** The middle of its largest part. */
    readonly x: number;
    readonly y: number;
    /** Too small for a shape. */
    readonly isSmall: boolean;
    /** In steps. */
    readonly path: string;
  }
  /** Equal Earth projection. */
  export const worldMap: {
    readonly width: number;
    readonly height: number;
    /** Units per step. */
    readonly step: number;
    readonly countries: readonly MapCountry[];
  };
}
