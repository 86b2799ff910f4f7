import { createContext } from 'svelte';
import type { TagColor } from '../../shared/tag.ts';

/** By name, in the open account. */
export const [getTagColors, setTagColors] = createContext<(name: string) => TagColor>();
