import type { AgentAct } from './agent-acts.ts';

/** How an agent starts Proxydeck. */
interface AgentServer {
  /** The account. */
  readonly account: string;
  readonly allow: readonly AgentAct[];
}

/** A client of the protocol that the window has lines for. */
interface Client {
  readonly label: string;
  /** Where the lines go. */
  readonly place: string;
  readonly write: (server: AgentServer) => string;
}

/** A placeholder for a folder that the user chooses. */
const folder = '/path/to/folder';

/** The command and its arguments. Exports need a folder, which only the user can name. */
const commandOf = ({ account, allow }: AgentServer) => ({
  command: 'proxydeck',
  args: [
    '--account',
    account,
    'mcp',
    ...(allow.length > 0 ? ['--allow', allow.join(',')] : []),
    ...(allow.includes('export') ? ['--folder', folder] : []),
  ],
});

const asJson = (key: string, server: object): string => JSON.stringify({ [key]: { proxydeck: server } }, undefined, 2);

/** A word of a command line, in quotes where a shell of any system takes it apart otherwise. */
const quote = (word: string): string =>
  /^[\w./:,@-]+$/.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`;

/** One row for each client. */
export const agentClients = {
  'claude-desktop': {
    label: 'Claude Desktop',
    place: 'Settings, Developer, Edit Config: claude_desktop_config.json',
    write: (server) => asJson('mcpServers', commandOf(server)),
  },
  'claude-code': {
    label: 'Claude Code',
    place: 'In a terminal, once',
    write: (server) => {
      const { command, args } = commandOf(server);
      return ['claude mcp add --scope user proxydeck --', command, ...args.map(quote)].join(' ');
    },
  },
  cursor: {
    label: 'Cursor',
    place: '.cursor/mcp.json in your home folder',
    write: (server) => asJson('mcpServers', commandOf(server)),
  },
  vscode: {
    label: 'VS Code',
    place: 'MCP: Open User Configuration: mcp.json',
    write: (server) => asJson('servers', { type: 'stdio', ...commandOf(server) }),
  },
} as const satisfies { readonly [name: string]: Client };

type AgentClient = keyof typeof agentClients;
// The keys of a constant object.
export const agentClientNames = Object.keys(agentClients) as readonly AgentClient[];
