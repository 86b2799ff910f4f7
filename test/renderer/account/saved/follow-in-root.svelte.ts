/** Runs a set-up with effects outside a component, and returns what ends them. */
export const followInRoot = (setUp: () => void): (() => void) => $effect.root(setUp);
