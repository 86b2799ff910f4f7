/**
 * What an agent may do besides reading, one row each. The option `--allow`, the setting, the tools and docs/agents.md use
 * these names. Changes of services cost money, so there is no row for them.
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
