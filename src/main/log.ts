/** Where the main process says what happened: an event name and plain facts, never a secret. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown): void;
}
