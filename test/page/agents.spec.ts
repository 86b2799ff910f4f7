import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { findFaults } from './find-faults.ts';
import { expect, test } from './fixture.ts';
import { openSettings } from './open-settings.ts';
import { pasteText } from './paste-text.ts';

const cli = join(import.meta.dirname, '../../out/main/cli.js');

/** What VS Code is given. */
interface Pasted {
  readonly servers: { readonly proxydeck: { readonly command: string; readonly args: string[] } };
}

test('the user allows agents kinds of changes, pastes the lines for a client, and the agent may do just that', async ({
  demo: app,
  dataDir,
  exportDir,
}) => {
  const { page } = app;
  const dialog = await openSettings(page, 'Agents');
  const allowed = dialog.getByRole('group', { name: 'Agents may' });
  const lines = dialog.getByRole('region', { name: 'Connect an agent' });
  for (const box of await allowed.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  for (const client of ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code']) {
    await expect(lines.getByText(client, { exact: true })).toBeVisible();
  }
  await expect(lines).not.toContainText('--allow');
  await expect(lines).not.toContainText('folder for exports');

  await allowed.getByRole('checkbox', { name: 'Change tags and notes' }).check();
  await allowed.getByRole('checkbox', { name: /^Export proxies to files/ }).check();
  await expect(lines).toContainText('mcp --allow annotate,export --folder /path/to/folder');
  await expect(lines).toContainText('Replace /path/to/folder by the folder for exports.');
  expect(await findFaults(page)).toEqual([]);

  const copy = async (client: string): Promise<string> => {
    await lines.getByRole('button', { name: `Copy for ${client}` }).click();
    await expect(page.getByText(`Copied the lines for ${client}`).first()).toBeVisible();
    return pasteText(page);
  };
  expect(await copy('Claude Code')).toBe(
    'claude mcp add --scope user proxydeck -- proxydeck --account Demo mcp --allow annotate,export --folder /path/to/folder',
  );
  // The text that the window wrote.
  const { command, args } = (JSON.parse(await copy('VS Code')) as Pasted).servers.proxydeck;
  expect(command).toBe('proxydeck');

  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...[cli, '--data-dir', dataDir], ...args.map((word) => (word === '/path/to/folder' ? exportDir : word))],
    }),
  );
  const tag = { list: 'proxies', where: 'country:US', add: ['mine'] };
  const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => ['sync', 'test', 'export', 'tag'].includes(name))).toEqual(['export', 'tag']);
  expect((await call('tag', tag)).isError).toBeFalsy();
  // What is switched off in the window stops at once.
  await allowed.getByRole('checkbox', { name: 'Change tags and notes' }).uncheck();
  await expect(lines).toContainText('mcp --allow export --folder');
  await expect.poll(() => call('tag', tag)).toMatchObject({ isError: true });
  expect((await call('list', { list: 'proxies', where: 'tag:mine' })).isError).toBeFalsy();
  await client.close();
});
