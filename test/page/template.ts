/** The data folders that page tests copy: made once per run, before the first test. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRequest } from '../../src/shared/request-text.ts';
import type { Result } from '../../src/shared/failure.ts';
import type { RequestName, Requests } from '../../src/shared/ipc.ts';
import type { View } from '../../src/shared/views.ts';
import build from '../support/build.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { openBuiltApp, TestDesktop } from '../support/open-window.ts';

const variable = 'PROXYDECK_TEST_TEMPLATES';

/** `empty`: no account; `demo`: the demo account, synced. */
type Template = 'empty' | 'demo';

const templateFolder = (name: Template): string => join(process.env[variable] ?? '', name);

/** Fills a data folder; its user left the demo account in `view`. */
export function copyTemplate(name: Template, dataDir: string, view?: View): void {
  cpSync(templateFolder(name), dataDir, { recursive: true });
  if (view === undefined) return;
  const accounts = join(dataDir, 'accounts');
  const cache = readdirSync(accounts).find((file) => file.endsWith('.sqlite')) ?? '';
  writeFileSync(join(accounts, cache.replace('.sqlite', '.place.json')), JSON.stringify({ view }));
}

/** Builds the app and makes the folders; returns the function that removes them. */
export default async function makeTemplates(): Promise<() => void> {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-templates-'));
  process.env[variable] = folder;
  await makeTemplate('empty');
  await makeTemplate('demo');
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(name: Template): Promise<void> {
  const { app, door } = await openBuiltApp(
    {
      dataDir: templateFolder(name),
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
    const { id: accountId } = (await ask('accounts:add-demo', {})) as { id: string };
    await ask('sync:run', { accountId });
  }
  await app.close();
}
