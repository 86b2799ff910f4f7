import { createContext } from 'svelte';
import type { TagColor } from '../../shared/tag.ts';

/** The color of a tag of the open account by its name. */
export const [getTagColors, setTagColors] = createContext<(name: string) => TagColor>();
