import type { GatewayProxy, Rotation } from './gateway.ts';

export interface TargetExplained {
  readonly rule: string;
  readonly host: string;
  readonly port: number;
  /** Null: no lines, or none takes it. */
  readonly line: number | null;
  readonly text: string | null;
  /** Null: sent. */
  readonly refusal: string | null;
  /** Without a proxy. */
  readonly isDirect: boolean;
  /** Tried in order. */
  readonly rules: readonly CarryingRule[];
}

interface CarryingRule {
  readonly rule: string;
  readonly port: number;
  readonly isOn: boolean;
  readonly rotation: Rotation;
  /** Found, not skipped; including paused ones. */
  readonly proxyCount: number;
  /** The first ones. */
  readonly proxies: readonly GatewayProxy[];
}
