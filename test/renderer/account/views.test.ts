import { expect, it } from 'vitest';
import { listCommands } from '../../../src/renderer/app/commands.ts';
import { Desk } from '../../../src/renderer/account/desk.svelte.ts';
import { views } from '../../../src/renderer/account/views.ts';
import { menuCommands } from '../../../src/shared/ipc.ts';

const noFocus = { filter: () => undefined, view: () => undefined };

it.each(views.map((view, at) => ({ view, shortcut: `Mod+${at + 1}` })))(
  'reaches $view by palette, by $shortcut and from the native menu',
  ({ view, shortcut }) => {
    const command = listCommands(new Desk(), noFocus).find(({ id }) => id === `view:${view}`);
    expect(command?.shortcut).toBe(shortcut);
    expect(menuCommands).toContain(`view:${view}`);
  },
);

it('has a command of the same name for every item of the native menu', () => {
  const ids = new Set(listCommands(new Desk(), noFocus).map(({ id }) => id));
  expect(menuCommands.filter((id) => !ids.has(id))).toEqual([]);
});
