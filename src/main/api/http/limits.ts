/** Bounds of every request, so that each one ends and none fills the memory. */
export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Longest silence between two pieces of a body. */
  readonly bodyIdleTimeoutMs: number;
  /** Longest time of one try, all of the above together. */
  readonly totalTimeoutMs: number;
  /** Largest body after decompression. */
  readonly maxBodyBytes: number;
  readonly maxTries: number;
  /** Longest wait that a service may ask for with Retry-After. */
  readonly maxRetryAfterMs: number;
}

export const defaultLimits: RequestLimits = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 45_000,
  bodyIdleTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxTries: 4,
  maxRetryAfterMs: 120_000,
};
