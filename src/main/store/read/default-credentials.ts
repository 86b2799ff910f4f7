import { parseJson, type JsonObject } from '../../../shared/json.ts';
import type { Connection } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import type { ProxyUserCredentials } from '../contract.ts';
import type { SqlValue } from '../records/column-form.ts';

const maxRemembered = 10_000;

/**
 * Reads the credentials of default proxy users. Many proxies share theirs, so passwords are
 * remembered by the credential and its user name.
 *
 * @returns undefined: the proxy's record names no default user
 * @throws FailureError `passwords-locked`
 */
export function createDefaultCredentialsReader(
  connection: Connection,
  { vault }: Pick<StoreContext, 'vault'>,
): (
  username: SqlValue | undefined,
  credentialId: SqlValue | undefined,
) => ProxyUserCredentials | undefined {
  const opened = vault();
  const statement = connection.prepare('SELECT secrets FROM credential WHERE id = ?');
  const remembered = new Map<string, string | null>();
  const decrypt = (owner: string, id: number): string | null => {
    const encrypted = statement.get(id)?.[0];
    if (!Buffer.isBuffer(encrypted)) return null;
    const secretOwner = { table: 'credential', owner, column: 'secrets' };
    // Written by the encoder: an object of the secret fields.
    const secrets = parseJson(opened.decrypt(secretOwner, encrypted)) as JsonObject;
    const password = secrets['default_proxy_user_password'];
    return typeof password === 'string' ? password : null;
  };
  const passwordOf = (owner: string, id: number): string | null => {
    const name = `${String(id)} ${owner}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const password = decrypt(owner, id);
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(name, password);
    return password;
  };
  return (username, credentialId) => {
    if (typeof username !== 'string') return undefined;
    const password = typeof credentialId === 'number' ? passwordOf(username, credentialId) : null;
    return { username, password };
  };
}
