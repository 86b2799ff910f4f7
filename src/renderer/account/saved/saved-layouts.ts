import { ask } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import { readLayout, writeLayout, type ColumnLayout } from '../../table/columns/column-layout.ts';
import type { ColumnsByList } from '../lists.ts';

/** Dragging makes many; the last is saved. */
const saveDelayMs = 300;

export async function loadLayouts(accountId: string, columns: ColumnsByList, toasts: Toasts): Promise<void> {
  const items = await toasts.attempt(() => ask('saved:list', { accountId, kind: 'columns' }));
  const saved = new Map(items?.map(({ name, content }) => [name, readLayout(content)]));
  for (const [list, table] of Object.entries(columns)) {
    const layout = saved.get(list);
    if (layout !== undefined) table.layout = layout;
  }
}

/** Saves layouts after a pause. */
export function createLayoutSaver(
  accountId: string,
  toasts: Toasts,
): (list: keyof ColumnsByList, layout: ColumnLayout) => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return (name, layout) => {
    clearTimeout(timers.get(name));
    const item = { kind: 'columns', name, content: writeLayout(layout) } as const;
    const save = (): void => void toasts.attempt(() => ask('saved:put', { accountId, ...item }));
    timers.set(name, setTimeout(save, saveDelayMs));
  };
}
