import { createContext } from 'svelte';

/** The height of a row in CSS pixels, for every table below the component that sets it. */
export const [getRowHeight, setRowHeight] = createContext<() => number>();
