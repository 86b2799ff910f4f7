import { createContext } from 'svelte';
import type { TagColour } from '../../shared/tag.ts';

/** Which colour the tag of a name has: set once by the window, for the chips of every table. */
export const [getTagColours, setTagColours, hasTagColours] =
  createContext<(name: string) => TagColour>();
