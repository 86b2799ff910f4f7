import type { RequestName, Requests } from './ipc.ts';

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
  // A rule may open this machine to programs without a token.
  'gateway:put-rule': changesRule,
  'gateway:remove-rule': changesRule,
  'gateway:renew-token': changesRule,
  // Of a text that the page already has.
  'clipboard:copy-secret': { ...copies, ...soon, perMinute: 60 },
  'exports:preview': { ...soon, perMinute: 240, question: 'Show passwords in the preview?' },
  // Of what agents may do; see `actFor`.
  'settings:set': { ...soon, question: 'Change what agents may do?' },
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

/** The act that a request needs with these arguments; undefined: none. */
export function actFor<K extends RequestName>(name: K, args: Requests[K]['args']): UserAct | undefined {
  const given: object = typeof args === 'object' ? args : {};
  // Without passwords a preview only reads, of what is saved only a schedule does something, and of the settings only one
  // allows others to.
  const isHarmless =
    (name === 'exports:preview' && 'revealSecrets' in given && given.revealSecrets === false) ||
    (name === 'saved:put' && 'kind' in given && given.kind !== 'test-schedule') ||
    (name === 'settings:set' && !('agentsMay' in given));
  return isHarmless ? undefined : userActs[name];
}
