import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { runsAllTests } from '../support/rounds.ts';
import { untilStill } from './settled.ts';

/** The rules that a theme can break; it changes colors only. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * What an accessibility checker finds wrong, by rule and place. It reads the page bit by bit: call it when nothing changes any more.
 * A scan takes seconds, so `npm test` skips it and `npm run test:all` does it.
 */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!runsAllTests) return [];
  // To parse its half a megabyte again would take a fifth of the time.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    // The paths of all elements that pass took more than half of the time, and its own copies of all
    // styles and sounds a quarter of the rest; the one rule that needs them is about sounds, of which the app has none.
    .options({ resultTypes: ['violations'], preload: false });
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
