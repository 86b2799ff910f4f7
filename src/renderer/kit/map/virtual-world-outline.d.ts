/** Made by scripts/world-outline.mjs when the window is built. */
declare module 'virtual:world-outline' {
  /** The land as one SVG path, in the units of `pointOf`. */
  export const landPath: string;
}
