import { createContext } from 'svelte';
import type { TagColor } from '../../shared/tag.ts';

/** The color of a tag by its name, for every chip below the component that sets it. */
export const [getTagColors, setTagColors, hasTagColors] =
  createContext<(name: string) => TagColor>();
