import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentActNames } from '../../../src/shared/agents.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';

const tools = await loadTools();

const text = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');

test('docs/agents.md names every tool, and each kind of change with the tools that it offers', () => {
  for (const act of agentActNames) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${act}\``));
    const names = Object.keys(tools).filter((name) => tools[name]?.act === act);
    for (const name of names) expect(row, name).toContain(`\`${name}\``);
  }
  for (const name of Object.keys(tools)) expect(text, name).toContain(`\`${name}\``);
});
