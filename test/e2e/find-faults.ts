import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What an accessibility checker finds wrong, by rule and place. It takes a while and reads
 * the page bit by bit: call it when nothing changes any more.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // The paths of all elements that pass took more than half of the time.
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}
