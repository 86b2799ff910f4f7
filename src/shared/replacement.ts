/** One exchange that a proxy was part of (specification, "Proxy replacement"), as far as addresses tell. */
export interface ProxyReplacement {
  /** Whether the proxy came in place of another one, or was exchanged itself. */
  readonly role: 'replaces' | 'replaced-by';
  /** The addresses of the other proxy, or what is given of them. */
  readonly other: {
    readonly ipv4: string | null;
    readonly ipv6: string | null;
    readonly httpPort: number | null;
    readonly socks5Port: number | null;
  };
  /** The other proxy, where exactly one of the offline copy has these addresses. */
  readonly otherId: string | null;
  readonly reason: string | null;
  readonly datetime: string | null;
  readonly serviceAdjustmentId: string;
}
