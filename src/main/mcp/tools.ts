import { gatewayAddress } from './gateway-address.ts';
import { readingTools } from './reading.ts';
import type { Tool } from './tool.ts';

/** The tools that every agent is offered, by name. */
export const alwaysOffered: { readonly [name: string]: Tool } = {
  ...readingTools,
  gateway_address: gatewayAddress,
};

/** Every tool; those that change something are loaded only for an agent that is offered one of them. */
export const loadTools = async (): Promise<typeof alwaysOffered> => ({
  ...alwaysOffered,
  ...(await import('./acting.ts')).actingTools,
});
