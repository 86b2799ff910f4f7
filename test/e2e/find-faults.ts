import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { untilStill } from './settled.ts';

/** The rules that a theme can break; it changes colors only. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * What an accessibility checker finds wrong, by rule and place. It takes a while and reads
 * the page bit by bit: call it when nothing changes any more.
 */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .setLegacyMode()
    // The paths of all elements that pass took more than half of the time.
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** The same in the light theme, then what is wrong with the colors of the dark one. The theme must be that of the system. */
export async function findFaultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await untilStill(page);
    const found = await findFaults(page, theme === 'dark' ? colorRules : undefined);
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}
