import { parseJson, type JsonObject } from '../../shared/json.ts';
import { encodeId } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { ProxyUserCredentials } from './contract.ts';
import { layouts } from './layout.ts';

const maxRemembered = 10_000;

/**
 * Reads the credentials of default proxy users by the number that proxies have for them:
 * as a rule very few for a million proxies, so each is decrypted once.
 *
 * @returns undefined: the proxy's record names no default user
 * @throws FailureError `passwords-locked`
 */
export function createDefaultCredentialsReader(
  connection: Connection,
  { vault }: Pick<StoreContext, 'vault'>,
): (credentialId: SqlValue | undefined) => ProxyUserCredentials | undefined {
  const opened = vault();
  const statement = connection.prepare(
    'SELECT default_proxy_user_username, secrets FROM credential WHERE id = ?',
  );
  const remembered = new Map<SqlValue | undefined, ProxyUserCredentials | undefined>();
  const read = (credentialId: SqlValue | undefined): ProxyUserCredentials | undefined => {
    const [username, encrypted] = statement.get(credentialId ?? null) ?? [];
    if (typeof username !== 'string') return undefined;
    if (!Buffer.isBuffer(encrypted)) return { username, password: null };
    const owner = { table: 'credential', owner: username, column: 'secrets' };
    // Written by the encoder: an object of the secret fields.
    const secrets = parseJson(opened.decrypt(owner, encrypted)) as JsonObject;
    const password = secrets['default_proxy_user_password'];
    return { username, password: typeof password === 'string' ? password : null };
  };
  return (credentialId) => {
    if (!remembered.has(credentialId)) {
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(credentialId, read(credentialId));
    }
    return remembered.get(credentialId);
  };
}

/** Credentials of the default proxy user as one proxy's own record gives them. */
export function readDefaultCredentials(
  context: StoreContext,
  proxyId: string,
): ProxyUserCredentials | undefined {
  const row = context.writer.get(
    'SELECT credential_id FROM proxy WHERE proxy_id = ?',
    encodeId(layouts.proxies, proxyId),
  );
  return row && createDefaultCredentialsReader(context.writer, context)(row[0]);
}
