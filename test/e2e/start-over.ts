import { expect, type Page } from '@playwright/test';
import { defaultSettings } from '../../src/shared/settings.ts';
import { actAsUser } from './act-as-user.ts';

/** Takes a used window back to its first start: no account, default settings, nothing remembered; the first steps are hidden. */
export async function startOver(page: Page): Promise<void> {
  page.setDefaultTimeout(0);
  await actAsUser(page);
  await page.evaluate(
    async (settings) => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: string, args?: unknown) => Promise<string>;
      };
      const answer = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
      for (const { id } of answer.value) await request('accounts:remove', { accountId: id });
      await request('settings:set', settings);
      localStorage.clear();
      // The specs about them turn them on again.
    },
    { ...defaultSettings, firstSteps: [] },
  );
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.mouse.move(0, 0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
}
