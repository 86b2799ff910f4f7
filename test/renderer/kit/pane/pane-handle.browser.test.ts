import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PaneHandle from '../../../../src/renderer/kit/pane/PaneHandle.svelte';
import { show } from '../../../support/window/show.ts';

test('the panes are resized with the mouse and the keyboard', async () => {
  const handle = page.getByRole('separator');
  for (const [pane, side, widthPx, movedPx] of [
    ['filters', 'left', 224, 60],
    ['details', 'right', 316, -60],
  ] as const) {
    const label = `Width of the ${pane}`;
    const { host, close } = await show(PaneHandle, { pane, label, controls: 'pane', side });
    await expect.element(handle).toHaveAccessibleName(label);
    await expect.element(handle).toHaveAttribute('aria-valuenow', String(widthPx));
    const { left, width } = handle.element().getBoundingClientRect();
    const x = left + width / 2;
    await userEvent.pointer([
      { coords: { x, y: 400 }, keys: '[MouseLeft>]' },
      { coords: { x: x + movedPx / 2, y: 400 } },
      { coords: { x: x + movedPx, y: 400 }, keys: '[/MouseLeft]' },
    ]);
    await expect.element(handle).toHaveAttribute('aria-valuenow', String(widthPx + 60));
    await userEvent.keyboard(side === 'left' ? '{ArrowLeft}' : '{ArrowRight}');
    await expect.element(handle).toHaveAttribute('aria-valuenow', String(widthPx + 44));
    await handle.dblClick();
    expect(host.panes.widthsPx[pane]).toBe(widthPx);
    await close();
  }
});
