import { fail } from '../../shared/failure.ts';
import type { RequestName, Requests } from '../../shared/ipc.ts';
import { settingRows } from '../../shared/settings.ts';

/** What a request needs besides its arguments, because it does what a script in the page must not do alone. */
interface UserAct {
  /** How long ago the user may have pressed a key or a button in the window, in seconds. */
  readonly withinSeconds: number;
  /** How many requests one press is enough for. */
  readonly perAct: number;
  /** Beyond this number in a minute the request is rejected. */
  readonly perMinute: number;
  /** Asked in a native box if the main process saw no press, as with a screen reader. */
  readonly question: string;
}

/** For requests that follow a press at once. */
const atOnce = { withinSeconds: 15, perAct: 3, perMinute: 30 };
/** For requests that follow a check at the service, or a wait. */
const soon = { withinSeconds: 90, perAct: Infinity, perMinute: 30 };

const copies = { ...atOnce, question: 'Copy passwords to the clipboard?' };
/** The service may charge for tests, and those from here send credentials to proxies. */
const tests = { ...soon, question: 'Test proxies?' };
const changesRule = { ...soon, question: 'Change a rule of the gateway?' };
const sendsKeys = { ...soon, question: 'Send API keys to a service?' };

/** The requests that need an act of the user; all others need none. See docs/decisions/0019. */
export const userActs: { readonly [K in RequestName]?: UserAct } = {
  'passwords:reveal': { ...atOnce, question: 'Show a password?' },
  'passwords:copy': copies,
  'exports:copy': copies,
  'gateway:copy': copies,
  'gateway:token': { ...atOnce, question: 'Show the token of a rule?' },
  'gateway:switch': { ...soon, question: 'Turn the gateway on or off?' },
  // A rule may open this machine to programs without a token. Each key press that moves a line saves it.
  'gateway:put-rule': { ...changesRule, perMinute: 120 },
  'gateway:remove-rule': changesRule,
  'gateway:renew-token': changesRule,
  // Of a text that the page already has.
  'clipboard:copy-secret': { ...copies, ...soon, perMinute: 60 },
  'exports:preview': { ...soon, perMinute: 240, question: 'Show passwords in the preview?' },
  // Of what agents may do, and of a start at login; see `actFor`.
  'settings:set': { ...soon, question: 'Change what agents may do, or what starts at login?' },
  'services:edit': { ...atOnce, withinSeconds: 30, question: 'Change a service?' },
  'tests:start': tests,
  'tests:resume': tests,
  // Of a test that is repeated; see `actFor`.
  'saved:put': { ...tests, question: 'Test proxies again and again?' },
  'accounts:try': sendsKeys,
  'accounts:add': sendsKeys,
  'accounts:set-keys': sendsKeys,
  'accounts:remove': { ...soon, question: 'Remove an account from this computer?' },
};

/** What agents may do, and how much; and what the system starts without being asked. */
const grantingSettings = [
  'startsAtLogin',
  ...Object.entries(settingRows).flatMap(([name, { group }]) => (group === 'Agents' ? [name] : [])),
];

/** The act that a request needs with these arguments; undefined: none. */
function actFor<K extends RequestName>(name: K, args: Requests[K]['args']): UserAct | undefined {
  const given: object = typeof args === 'object' ? args : {};
  // Without passwords a preview only reads, of what is saved only a schedule does something, and most settings allow nothing.
  const isHarmless =
    (name === 'exports:preview' && 'revealSecrets' in given && given.revealSecrets === false) ||
    (name === 'saved:put' && 'kind' in given && given.kind !== 'test-schedule') ||
    (name === 'settings:set' && !grantingSettings.some((setting) => setting in given));
  return isHarmless ? undefined : userActs[name];
}

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
