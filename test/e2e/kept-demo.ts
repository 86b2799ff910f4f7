import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { defaultSettings } from '../../src/shared/settings.ts';
import { openDemo } from './open-demo.ts';
import { startOver } from './start-over.ts';

/**
 * The demo account of a window that several tests use, one after the other. As soon as anything was written to an
 * account it is removed and added again, so no test sees what another one left.
 */
export interface KeptDemo {
  /** Shows the proxies of the demo in a page that was just loaded, with default settings and nothing remembered. */
  show(page: Page): Promise<void>;
}

/** @param userDataDir the data folder of the window */
export function keepDemo(userDataDir: string): KeptDemo {
  let untouched: State | null = null;
  const isUntouched = async (page: Page): Promise<boolean> =>
    // Windows reports a write once the file is closed.
    process.platform !== 'win32' &&
    untouched !== null &&
    (await readAccounts(page, userDataDir)) === untouched.accounts;
  /** Loads the page as if it had not been used; false: something is left all the same. */
  const showAgain = async (page: Page): Promise<boolean> => {
    await forgetUse(page);
    await page.reload();
    return (await isUntouched(page)) && (await savePlace(page)) === untouched?.place;
  };
  return {
    async show(page) {
      if (!(await isUntouched(page)) || !(await showAgain(page))) {
        await startOver(page);
        await openDemo(page);
        await forgetUse(page);
        await page.reload();
        const place = await savePlace(page);
        untouched = { accounts: await readAccounts(page, userDataDir), place };
      }
      const grid = page.getByRole('grid', { name: 'Proxies' });
      await expect(grid).toHaveAttribute('aria-rowcount', '251');
      await expect(grid).toHaveAttribute('aria-busy', 'false');
    },
  };
}

/** What a test may leave behind. */
interface State {
  readonly accounts: string;
  /** Where the user is, as it is saved. */
  readonly place: string;
}

interface Account {
  readonly id: string;
  readonly place?: object;
}

/** The accounts as the page gets them, with the places where their users were. */
async function listAccounts(page: Page): Promise<readonly Account[]> {
  const answer = await page.evaluate(() => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string) => Promise<string>;
    };
    return request('accounts:list');
  });
  return (JSON.parse(answer) as { value: Account[] }).value;
}

/** Every account, and when each of its files was written. */
async function readAccounts(page: Page, userDataDir: string): Promise<string> {
  const folder = join(userDataDir, 'accounts');
  const files = readdirSync(folder)
    // Not where its user was, and not the index of the log, which readers write.
    .filter((name) => !/\.place\.json$|-shm$/.test(name))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
  const accounts = await listAccounts(page);
  return JSON.stringify([files.sort(), accounts.map((account) => ({ ...account, place: null }))]);
}

/** Has the page save at once where its user is, and gives the place as it was saved. */
async function savePlace(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Proxies', level: 1 }).waitFor({ state: 'attached' });
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  return JSON.stringify((await listAccounts(page))[0]?.place);
}

/** Forgets how the window was used; the page that is loaded next knows nothing of it. */
async function forgetUse(page: Page): Promise<void> {
  page.setDefaultTimeout(0);
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.mouse.move(0, 0);
  const [account] = await listAccounts(page);
  await page.evaluate(
    async ({ settings, place }) => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: string, args: unknown) => Promise<string>;
      };
      await request('settings:set', settings);
      localStorage.clear();
      // What the page would save while it is left is saved before.
      dispatchEvent(new Event('pagehide'));
      await request('accounts:put-place', place);
    },
    {
      settings: { ...defaultSettings, firstSteps: [] },
      place: { accountId: account?.id, place: { view: 'proxies' } },
    },
  );
}
