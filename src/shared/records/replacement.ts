/** One replacement that a proxy was part of (specification, "Proxy replacement"), as far as addresses show. */
export interface ProxyReplacement {
  /** Whether the proxy replaced another one, or was replaced itself. */
  readonly role: 'replaces' | 'replaced-by';
  /** The addresses of the other proxy, as far as they are known. */
  readonly other: {
    readonly ipv4: string | null;
    readonly ipv6: string | null;
    readonly httpPort: number | null;
    readonly socks5Port: number | null;
  };
  /** The other proxy, if exactly one cached proxy has these addresses. */
  readonly otherId: string | null;
  readonly reason: string | null;
  readonly datetime: string | null;
  readonly serviceAdjustmentId: string;
}
