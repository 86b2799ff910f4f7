import type { Page } from '@playwright/test';

/** The accounts with the view where the user left each, as the window gets them when it starts: JSON text. */
export const readLastView = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string) => Promise<string>;
    };
    return request('accounts:list');
  });
