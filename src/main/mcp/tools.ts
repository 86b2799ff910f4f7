import { agentActNames, type AgentAct } from '../../shared/agents.ts';
import { gatewayAddress } from './gateway-address.ts';
import { readingTools } from './reading.ts';
import type { Tool } from './tool.ts';

/** Loads the tools that read, and those of the offered changes, by name. */
export async function loadTools(
  offered: readonly AgentAct[] = agentActNames,
): Promise<{ readonly [name: string]: Tool }> {
  const acting = offered.length > 0 ? (await import('./acting.ts')).actingTools : {};
  const all = Object.entries<Tool>({ ...readingTools, gateway_address: gatewayAddress, ...acting });
  return Object.fromEntries(all.filter(([, { act }]) => act === undefined || offered.includes(act)));
}
