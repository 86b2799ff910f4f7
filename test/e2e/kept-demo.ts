import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { savedKinds } from '../../src/shared/saved.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import { actAsUser } from './act-as-user.ts';

/**
 * The demo account of a window that several tests use, one after the other. What was saved by name is removed; as
 * soon as anything else was written to an account it is removed and added again, so no test sees what another one left.
 */
export interface KeptDemo {
  /** Shows the proxies of the demo in a page that was just loaded, with default settings and nothing remembered. */
  show(page: Page): Promise<void>;
}

/** @param userDataDir the data folder of the window */
export function keepDemo(userDataDir: string): KeptDemo {
  let untouched: State | null = null;
  /** Loads the page as if it had not been used; false: something is left all the same. */
  const showAgain = async (page: Page): Promise<boolean> => {
    // Windows reports a write once the file is closed.
    if (process.platform === 'win32' || untouched === null) return false;
    if ((await describeAccounts(page)) !== untouched.accounts) return false;
    await forgetUse(page);
    if (readFiles(userDataDir) !== untouched.files) return false;
    await page.reload();
    const lastView = await saveLastView(page);
    return lastView === untouched.lastView && readFiles(userDataDir) === untouched.files;
  };
  return {
    async show(page) {
      if (!(await showAgain(page))) {
        await addAgain(page);
        await forgetUse(page);
        await page.reload();
        const lastView = await saveLastView(page);
        const accounts = await describeAccounts(page);
        untouched = { accounts, files: readFiles(userDataDir), lastView };
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
  /** The records of each account, and when its cache was written. */
  readonly files: string;
  /** Where the user is, as it is saved. */
  readonly lastView: string;
}

/** Removes all accounts and adds the demo; in the page alone, a reload and the views of a first start would cost as much as the sync. */
async function addAgain(page: Page): Promise<void> {
  page.setDefaultTimeout(0);
  await actAsUser(page);
  await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const ask = async (name: string, args?: unknown): Promise<unknown> => {
      const answer = JSON.parse(await request(name, args)) as { ok: boolean; value: unknown };
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
      return answer.value;
    };
    for (const { id } of (await ask('accounts:list')) as Account[]) await ask('accounts:remove', { accountId: id });
    const { id: accountId } = (await ask('accounts:add-demo', {})) as Account;
    // Joins the first sync, if it has begun automatically.
    await ask('sync:run', { accountId });
  });
}

interface Account {
  readonly id: string;
  readonly lastView?: object;
}

/** The accounts as the page gets them, with what their users saw last. */
async function listAccounts(page: Page): Promise<readonly Account[]> {
  const answer = await page.evaluate(() => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string) => Promise<string>;
    };
    return request('accounts:list');
  });
  return (JSON.parse(answer) as { value: Account[] }).value;
}

async function describeAccounts(page: Page): Promise<string> {
  const accounts = await listAccounts(page);
  return JSON.stringify(accounts.map((account) => ({ ...account, lastView: null })));
}

/** What the files of all accounts hold. */
function readFiles(userDataDir: string): string {
  const folder = join(userDataDir, 'accounts');
  const described = readdirSync(folder)
    // Not where a user was, not the index of a log, which readers write, and not what the records were.
    .filter((name) => !/\.place\.json$|-shm$|\.records(-wal|\.backup)$/.test(name))
    .map((name) => {
      const file = join(folder, name);
      if (name.endsWith('.records')) return `${name} ${readRecords(file)}`;
      const { size, mtimeMs } = statSync(file);
      return `${name} ${size} ${mtimeMs}`;
    });
  return JSON.stringify(described.sort());
}

/** All rows of a file of records, except the counter of IDs that only the app sees. */
function readRecords(file: string): string {
  const records = new Database(file, { readonly: true });
  try {
    const tables = records
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    return JSON.stringify(
      tables.map((name) => [
        name,
        records
          .prepare(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .filter((row) => name !== 'sqlite_sequence' || !JSON.stringify(row).includes('"saved"')),
      ]),
    );
  } finally {
    records.close();
  }
}

/** Has the page save at once where its user is, and gives it as it was saved. */
async function saveLastView(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Proxies', level: 1 }).waitFor({ state: 'attached' });
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  return JSON.stringify((await listAccounts(page))[0]?.lastView);
}

/** Forgets how the window was used and what was saved in it by name; the page that is loaded next knows nothing of it. */
async function forgetUse(page: Page): Promise<void> {
  page.setDefaultTimeout(0);
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.mouse.move(0, 0);
  // What agents may do is among the settings: after a long test without an act of the user the app would ask.
  await actAsUser(page);
  const [account] = await listAccounts(page);
  await page.evaluate(
    async ({ settings, lastView, kinds }) => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: string, args: unknown) => Promise<string>;
      };
      await request('settings:set', settings);
      localStorage.clear();
      // What the page would save while it is left is saved before.
      dispatchEvent(new Event('pagehide'));
      const { accountId } = lastView;
      for (const kind of kinds) {
        const items = JSON.parse(await request('saved:list', { accountId, kind })) as {
          value: { id: number }[];
        };
        for (const { id } of items.value) await request('saved:remove', { accountId, kind, id });
      }
      await request('accounts:put-last-view', lastView);
    },
    {
      settings: { ...defaultSettings, firstSteps: [] },
      lastView: { accountId: account?.id, lastView: { view: 'proxies' } },
      kinds: savedKinds,
    },
  );
}
