/** The data folders that page tests copy. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRequest } from '../../src/shared/request-text.ts';
import type { Result } from '../../src/shared/failure.ts';
import type { RequestName, Requests } from '../../src/shared/ipc.ts';
import type { View } from '../../src/shared/views.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { openBuiltApp, TestDesktop } from '../support/open-window.ts';
import { copyTemplate } from '../support/templates.ts';

/** `empty`: no account; `demo`: a demo account without a history, synced; `lived-in`: the one that has lived for a month. */
type Template = 'empty' | 'demo' | 'lived-in';

/** Fills a data folder; its user left the demo account in `view`. */
export async function fillFolder(name: Template, dataDir: string, view?: View): Promise<void> {
  // A sync on the next day reports a new entry of the demo's ledger, so tests after midnight get folders of that day.
  const day = new Date().toISOString().slice(0, 10);
  await copyTemplate(`page-${name}-${day}`, dataDir, (folder) => makeTemplate(name, folder));
  if (view === undefined) return;
  const accounts = join(dataDir, 'accounts');
  const cache = readdirSync(accounts).find((file) => file.endsWith('.sqlite')) ?? '';
  writeFileSync(join(accounts, cache.replace('.sqlite', '.place.json')), JSON.stringify({ view }));
}

async function makeTemplate(name: Template, dataDir: string): Promise<void> {
  const { app, door } = await openBuiltApp(
    {
      dataDir,
      keychain: createMemoryKeychain(),
      desktop: new TestDesktop(),
      emit: () => undefined,
      log: { info: () => undefined, error: console.error },
    },
    () => true,
  );
  const ask = async <K extends RequestName>(request: K, args: Requests[K]['args']): Promise<unknown> => {
    const text = await door.answer({ url: '', parent: null }, writeRequest(request, args));
    const result = JSON.parse(text) as Result<unknown>;
    if (!result.ok) throw new Error(`${request}: ${result.failure.message}`);
    return result.value;
  };
  if (name === 'demo') {
    const { id: accountId } = (await ask('accounts:add-demo', { proxyCount: 250 })) as { id: string };
    await ask('sync:run', { accountId });
  }
  if (name === 'lived-in') await ask('accounts:add-demo', {});
  await app.close();
}
