/** How long `vi.waitFor` and `vi.waitUntil` wait: a bound for a machine that has other work. */
export const patience = { timeout: 30_000 };
