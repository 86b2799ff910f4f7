import type { GatewayProxy, Rotation } from './gateway.ts';

/** Which line of a rule takes a target, and where it goes. */
export interface TargetExplained {
  readonly rule: string;
  readonly host: string;
  readonly port: number;
  /** The number of the line; null: the rule has no lines, or none takes it. */
  readonly line: number | null;
  /** The text of the line. */
  readonly text: string | null;
  /** Why it is refused; null: it is sent. */
  readonly refusal: string | null;
  /** It is sent without a proxy. */
  readonly isDirect: boolean;
  /** The rules whose proxies are tried, in order. */
  readonly rules: readonly CarryingRule[];
}

interface CarryingRule {
  readonly rule: string;
  readonly port: number;
  /** Rules that are off carry nothing. */
  readonly isOn: boolean;
  readonly rotation: Rotation;
  /** Proxies that it finds and does not skip, those that are paused included. */
  readonly proxyCount: number;
  /** The first of them. */
  readonly proxies: readonly GatewayProxy[];
}
