/**
 * What agents may do besides reading: names of `--allow`, the setting, the tools and docs/agents.md. Changes of
 * services cost money and are left out.
 */
export const agentActs = {
  sync: { label: 'Sync the account', tools: 'Fetch the account from the service into the cache.' },
  test: {
    label: 'Test proxies',
    tools: 'Start test runs from this machine or by the service, which may charge for them.',
  },
  export: {
    label: 'Export proxies to files, with their passwords',
    tools: 'Write exports into the folder that --folder names.',
  },
  annotate: { label: 'Change tags and notes', tools: 'Add and remove tags, and set notes.' },
  gateway: {
    label: 'Create gateway rules, and change shared ones',
    tools: 'Create rules, and change those that are shared with agents.',
  },
} as const satisfies Record<string, { readonly label: string; readonly tools: string }>;

export type AgentAct = keyof typeof agentActs;
// The keys of a constant object.
export const agentActNames = Object.keys(agentActs) as readonly AgentAct[];

interface AgentServer {
  readonly account: string;
  readonly allow: readonly AgentAct[];
}

interface Client {
  readonly label: string;
  readonly place: string;
  readonly write: (server: AgentServer) => string;
}

const folder = '/path/to/folder';

/** Only the user can name the folder for exports. */
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

/** Quotes a word that a shell would split. */
const quote = (word: string): string =>
  /^[\w./:,@-]+$/.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`;

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
