import { expect, test } from 'vitest';
import { agentClientNames, agentClients } from '../../../src/shared/agents.ts';

const server = { account: 'North "wind" $1', allow: ['sync', 'export'] } as const;
const args = ['--account', server.account, 'mcp', '--allow', 'sync,export', '--folder'];

test('every client but the one of the terminal gets JSON with the command and its arguments', () => {
  for (const name of agentClientNames) {
    if (name === 'claude-code') continue;
    const config = JSON.parse(agentClients[name].write(server)) as object;
    const [servers] = Object.values(config) as { proxydeck: object }[];
    expect(servers?.proxydeck).toMatchObject({ command: 'proxydeck', args: [...args, '/path/to/folder'] });
  }
  expect(JSON.parse(agentClients.vscode.write(server))).toHaveProperty('servers.proxydeck.type', 'stdio');
});

test('the name of an account stays one word on the command line', () => {
  expect(agentClients['claude-code'].write(server)).toBe(
    'claude mcp add --scope user proxydeck -- proxydeck --account "North \\"wind\\" \\$1" mcp --allow sync,export --folder /path/to/folder',
  );
});

test('without anything allowed an agent only reads', () => {
  const text = agentClients.cursor.write({ account: 'northwind', allow: [] });
  expect(JSON.parse(text)).toEqual({
    mcpServers: { proxydeck: { command: 'proxydeck', args: ['--account', 'northwind', 'mcp'] } },
  });
});
