import type { Events } from '../shared/ipc.ts';

/** Tells whoever listens (a window, or nobody) that something happened. */
export type Emit = <K extends keyof Events>(name: K, payload: Events[K]) => void;
