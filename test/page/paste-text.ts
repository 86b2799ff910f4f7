import type { Page } from '@playwright/test';

/** The text that the user would paste now: pastes it into a field of its own, also on top of a dialog. The focus returns afterwards. */
export async function pasteText(page: Page): Promise<string> {
  await page.evaluate(() => {
    const area = document.createElement('textarea');
    area.setAttribute('aria-label', 'Paste here');
    // What is outside of a modal dialog takes no keys.
    (document.querySelector('dialog:modal') ?? document.body).append(area);
  });
  const area = page.getByRole('textbox', { name: 'Paste here' });
  await area.press('ControlOrMeta+v');
  const text = await area.inputValue();
  await area.evaluate((element) => {
    element.remove();
  });
  return text;
}
