import { fail } from '../../shared/failure.ts';
import type { Requests } from '../../shared/ipc.ts';
import { settingRows } from '../../shared/settings.ts';
import type { Handlers } from './handlers/handlers.ts';

/** What a script in the page must not do alone. */
interface UserAct {
  /** Since the user's last press. */
  readonly withinSeconds: number;
  /** Requests per press. */
  readonly perAct: number;
  /** More are rejected. */
  readonly perMinute: number;
  /** For a native box if no press was seen, as with a screen reader. */
  readonly question: string;
}

/** Directly after a press. */
const atOnce = { withinSeconds: 15, perAct: 3, perMinute: 30 };
/** After a check at the service, or a wait. */
const soon = { withinSeconds: 90, perAct: Infinity, perMinute: 30 };

const copies = { ...atOnce, question: 'Copy passwords to the clipboard?' };
/** Tests may cost, and local ones send credentials. */
const tests = { ...soon, question: 'Test proxies?' };
const changesRule = { ...soon, question: 'Change a rule of the gateway?' };
const sendsKeys = { ...soon, question: 'Send API keys to a service?' };

/** Requests that need an act of the user; see docs/decisions/0019. Those that only read the cache never do. */
export const userActs: { readonly [K in keyof Handlers]?: UserAct } = {
  'passwords:reveal': { ...atOnce, question: 'Show a password?' },
  'passwords:copy': copies,
  'exports:copy': copies,
  'presets:copy-address': copies,
  // It gives programs the passwords of its proxies.
  'presets:serve': { ...soon, question: 'Serve a preset at a local address?' },
  'presets:renew-token': { ...soon, question: 'Replace the token of a local address?' },
  'gateway:copy': copies,
  'gateway:token': { ...atOnce, question: 'Show the token of a rule?' },
  'gateway:switch': { ...soon, question: 'Turn the gateway on or off?' },
  // A rule may need no token. Each key press that moves a line saves it.
  'gateway:put-rule': { ...changesRule, perMinute: 120 },
  'gateway:remove-rule': changesRule,
  'gateway:renew-token': changesRule,
  // The page has the text.
  'clipboard:copy-secret': { ...copies, ...soon, perMinute: 60 },
  'exports:preview': { ...soon, perMinute: 240, question: 'Show passwords in the preview?' },
  // See `actFor`.
  'settings:set': { ...soon, question: 'Change what agents may do, or what starts at login?' },
  'settings:set-account': { ...soon, question: 'Log requests of the gateway, or start it with Proxydeck?' },
  'services:edit': { ...atOnce, withinSeconds: 30, question: 'Change a service?' },
  'tests:start': tests,
  'tests:resume': tests,
  // See `actFor`.
  'saved:put': { ...tests, question: 'Test proxies again and again?' },
  'accounts:try': sendsKeys,
  'accounts:add': sendsKeys,
  'accounts:set-keys': sendsKeys,
  'accounts:remove': { ...soon, question: 'Remove an account from this computer?' },
};

/** What agents may do, and what the system starts. */
const grantingSettings = [
  'startsAtLogin',
  ...Object.entries(settingRows).flatMap(([name, { group }]) => (group === 'Agents' ? [name] : [])),
];

/** What is recorded of the user's programs, and what starts without the user. Only more of it needs an act. */
const grantingAccountSettings = ['gatewayStarts', 'gatewaySavesHosts', 'gatewayLogDays'];
const grants = (changes: unknown): boolean =>
  Object.entries<unknown>(typeof changes === 'object' ? { ...changes } : {}).some(
    ([name, value]) => grantingAccountSettings.includes(name) && Boolean(value),
  );

function actFor<K extends keyof Handlers>(name: K, args: Requests[K]['args']): UserAct | undefined {
  const given: object = typeof args === 'object' ? args : {};
  // A preview without passwords only reads; of saved items only schedules act; most settings allow nothing.
  const isHarmless =
    (name === 'exports:preview' && 'revealSecrets' in given && given.revealSecrets === false) ||
    (name === 'saved:put' && 'kind' in given && given.kind !== 'test-schedule') ||
    (name === 'settings:set-account' && !('changes' in given && grants(given.changes))) ||
    (name === 'settings:set' && !grantingSettings.some((setting) => setting in given));
  return isHarmless ? undefined : userActs[name];
}

const minuteMs = 60_000;

export type UserGate = ReturnType<typeof createUserGate>;

/**
 * Gates requests by presses that the main process sees, or asks in a native box; the page cannot open it.
 *
 * @param parts.ask resolves with true if the user agrees
 */
export function createUserGate(parts: { monotonicMs: () => number; ask: (question: string) => Promise<boolean> }) {
  const { monotonicMs, ask } = parts;
  let actedAtMs = -Infinity;
  let uses = new Map<keyof Handlers, number>();
  const passedAtMs = new Map<keyof Handlers, readonly number[]>();
  let isAsking = false;

  const passedSince = (name: keyof Handlers, nowMs: number): readonly number[] =>
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
    /** Also for native menus. */
    sawAct(): void {
      actedAtMs = monotonicMs();
      uses = new Map();
    },
    /** Failures `busy` above the limit, `canceled` if the user says no. */
    async check(name: keyof Handlers, args: unknown): Promise<void> {
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
