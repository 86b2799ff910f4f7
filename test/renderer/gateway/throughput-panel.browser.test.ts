import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ThroughputPanel from '../../../src/renderer/gateway/ThroughputPanel.svelte';
import { show } from '../../support/window/show.ts';

const chart = page.getByRole('img', { name: /^Throughput/ });

test('without traffic the throughput is a line of text, not an empty chart', async () => {
  await show(ThroughputPanel, { points: [{ receivedBytes: 0, sentBytes: 0 }] });
  await expect.element(page.getByText('No traffic in the last 15 minutes.')).toBeVisible();
  await expect.element(chart).not.toBeInTheDocument();
});

test('the chart of the throughput comes with the first byte', async () => {
  await show(ThroughputPanel, { points: [{ receivedBytes: 3_000_000, sentBytes: 20_000 }] });
  await expect.element(chart).toBeVisible();
});
