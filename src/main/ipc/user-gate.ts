import { fail } from '../../shared/failure.ts';
import type { RequestName } from '../../shared/ipc.ts';
import { actFor } from '../../shared/user-acts.ts';

const minuteMs = 60_000;

/** Lets a request pass only if the user has acted as `userActs` demands. */
export type UserGate = ReturnType<typeof createUserGate>;

/**
 * Creates the gate between the page and the handlers. The page cannot open it: it counts presses
 * that the main process sees, and otherwise asks in a native box.
 *
 * @param parts.ask shows the question; resolves with true if the user agrees
 */
export function createUserGate(parts: { monotonicMs: () => number; ask: (question: string) => Promise<boolean> }) {
  const { monotonicMs, ask } = parts;
  let actedAtMs = -Infinity;
  /** How often the last act was used for each request. */
  let uses = new Map<RequestName, number>();
  const passedAtMs = new Map<RequestName, readonly number[]>();
  let isAsking = false;

  const passedSince = (name: RequestName, nowMs: number): readonly number[] =>
    (passedAtMs.get(name) ?? []).filter((atMs) => nowMs - atMs < minuteMs);
  const confirm = async (question: string): Promise<void> => {
    if (isAsking) {
      throw fail('busy', 'Proxydeck is waiting for your answer to another question. Nothing was done.');
    }
    isAsking = true;
    try {
      if (!(await ask(question))) throw fail('canceled', 'Canceled. Nothing was done.');
    } finally {
      isAsking = false;
    }
  };
  return {
    /** The user pressed a key or a button in the window, or chose an item of a native menu. */
    sawAct(): void {
      actedAtMs = monotonicMs();
      uses = new Map();
    },
    /** Resolves if the request may continue. Failures: `busy` above its limit, `canceled` if the user says no. */
    async check(name: RequestName, args: unknown): Promise<void> {
      // The arguments have passed the schema of this name.
      const act = actFor(name, args as never);
      if (act === undefined) return;
      const nowMs = monotonicMs();
      if (passedSince(name, nowMs).length >= act.perMinute) {
        throw fail('busy', 'This was requested too often. Nothing was done. Try again in a minute.');
      }
      const useCount = uses.get(name) ?? 0;
      uses.set(name, useCount + 1);
      const isSeen = nowMs - actedAtMs <= act.withinSeconds * 1000 && useCount < act.perAct;
      if (!isSeen) await confirm(act.question);
      passedAtMs.set(name, [...passedSince(name, nowMs), nowMs]);
    },
  };
}
