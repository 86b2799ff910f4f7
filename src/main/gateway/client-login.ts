import type { GatewayRule, Refusal } from '../../shared/gateway/gateway.ts';
import { readUserParts, type UserParts } from '../../shared/gateway/targeting.ts';
import { isSameSecret } from '../token.ts';

export interface RuleWithToken {
  readonly rule: GatewayRule;
  readonly token: string;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

interface LoggedIn extends UserParts {
  readonly rule: GatewayRule;
}

export interface NotAdmitted {
  readonly refusal: Refusal;
  /** Safe to show. */
  readonly detail?: string;
}

const nothingAdded: UserParts = { targeting: [], session: null };

/**
 * Finds the rule with the longest name that a user name begins with; without a login, the port's first rule without a
 * token. What follows the name narrows the rule and names a session.
 *
 * @param rules of the port, in order
 */
export function logIn(rules: readonly RuleWithToken[], login: Login | null): LoggedIn | NotAdmitted {
  if (login === null || login.username === '') {
    const open = rules.find(({ rule }) => !rule.needsToken);
    return open ? { rule: open.rule, ...nothingAdded } : { refusal: 'no-token' };
  }
  const { username, password } = login;
  const named = rules
    .filter(({ rule: { name } }) => username === name || username.startsWith(`${name}-`))
    .sort((one, other) => other.rule.name.length - one.rule.name.length)
    .map((one) => ({ ...one, parts: readUserParts(username.slice(one.rule.name.length)) }));
  // `us` and `us-city` may both be rules for `us-city-berlin`.
  const found = named.find(({ parts }) => !('unknown' in parts)) ?? named[0];
  if (!found) return { refusal: 'wrong-token' };
  const { rule, token, parts } = found;
  if (rule.needsToken && !isSameSecret(password, token)) return { refusal: 'wrong-token' };
  return 'unknown' in parts ? { refusal: 'unknown-part', detail: parts.unknown } : { rule, ...parts };
}

/** Reads a `Proxy-Authorization` header (RFC 7617); null: none, or not Basic. */
export function readBasic(header: string | undefined): Login | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
