import { createHash, timingSafeEqual } from 'node:crypto';
import { sessionMark, type GatewayRule, type Refusal } from '../../shared/gateway/gateway.ts';

/** A rule and the token of its clients. */
export interface RuleWithToken {
  readonly rule: GatewayRule;
  readonly token: string;
}

/** What a client sent to log in. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** A client that may use a rule; `session` sticks to its proxy. */
interface LoggedIn {
  readonly rule: GatewayRule;
  readonly session: string | null;
}

/**
 * Finds the rule that a client may use: the one that its user name begins with, or else the first rule of the port that
 * needs no token.
 *
 * @param rules the rules of the port, in their order
 * @param login null: the client sent none
 */
export function logIn(rules: readonly RuleWithToken[], login: Login | null): LoggedIn | { readonly refusal: Refusal } {
  if (login === null || login.username === '') {
    const open = rules.find(({ rule }) => !rule.needsToken);
    return open ? { rule: open.rule, session: null } : { refusal: 'no-token' };
  }
  const { username, password } = login;
  for (const { rule, token } of rules) {
    const session = sessionOf(username, rule.name);
    if (session === undefined) continue;
    if (!rule.needsToken || isSame(password, token)) return { rule, session };
    return { refusal: 'wrong-token' };
  }
  return { refusal: 'wrong-token' };
}

/** Session names are remembered. SOCKS5 has no room for longer ones. */
const longestSession = 255;

/** The session name in a user name, null without one; undefined: it is not the name of the rule, or the session's is too long. */
function sessionOf(username: string, ruleName: string): string | null | undefined {
  if (username === ruleName) return null;
  const start = ruleName + sessionMark;
  const session = username.startsWith(start) ? username.slice(start.length) : undefined;
  return session !== undefined && session.length <= longestSession ? session : undefined;
}

/** Takes as long for a wrong token as for the right one. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

/** Reads a `Proxy-Authorization` header (RFC 7617); null: there is none, or it is not Basic. */
export function readBasic(header: string | undefined): Login | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
