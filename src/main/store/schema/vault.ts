import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { damaged } from '../sqlite/sqlite-failure.ts';
import { fail } from '../../../shared/failure.ts';
import type { Connection } from '../sqlite/connection.ts';
import { layouts } from './layout.ts';

/** Authenticated: ciphertext moved to another owner or column fails. */
export interface SecretOwner {
  readonly table: string;
  /** The record's ID, or the user name of a shared credential. */
  readonly owner: string;
  readonly column: string;
}

export type Vault = ReturnType<typeof createVault>;

const cipher = 'aes-256-gcm';
const keyVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;
/** A call costs a quarter of an encryption. */
const noncesAtOnce = 256;

export const digestLength = 16;

/** A salt for `createVault`, one per database. */
export function makeSalt(): Buffer {
  return randomBytes(32);
}

/**
 * Encrypts and hashes with keys per purpose: HKDF-SHA256 of private key and salt gives a root for further keys.
 * Ciphertext: key version, nonce (12), tag (16), encrypted text.
 */
export function createVault(privateKey: string, salt: Buffer) {
  const root = derive(privateKey, salt, 'proxydeck root v2');
  const deriveFor = (purpose: string): Buffer => derive(root, Buffer.alloc(0), purpose);
  const passwordKey = secretKey(deriveFor('proxydeck password v2'));
  // A block cipher over a hash is a keyed hash.
  const fingerprintCipher = createCipheriv(
    'aes-256-ecb',
    secretKey(deriveFor('proxydeck row fingerprint v2')),
    null,
  ).setAutoPadding(false);
  const keyCheck = deriveFor('proxydeck key check v2');
  root.fill(0);
  let nonces = Buffer.alloc(0);
  const takeNonce = (): Buffer => {
    if (nonces.length === 0) nonces = randomBytes(noncesAtOnce * nonceLength);
    const nonce = nonces.subarray(0, nonceLength);
    nonces = nonces.subarray(nonceLength);
    return nonce;
  };
  return {
    /** Identifies the key without revealing it. */
    keyCheck,
    encrypt(owner: SecretOwner, plain: string): Buffer {
      const nonce = takeNonce();
      const encryption = createCipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      encryption.setAAD(associatedData(owner, keyVersion));
      const body = Buffer.concat([encryption.update(plain, 'utf8'), encryption.final()]);
      return Buffer.concat([Buffer.of(keyVersion), nonce, encryption.getAuthTag(), body]);
    },
    /** Failure `database-damaged` if not encrypted with this key for this owner. */
    decrypt(owner: SecretOwner, ciphertext: Buffer): string {
      const version = ciphertext[0];
      if (version !== keyVersion || ciphertext.length < headLength) throw damaged();
      const nonce = ciphertext.subarray(1, 1 + nonceLength);
      const decryption = createDecipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      decryption.setAAD(associatedData(owner, version));
      decryption.setAuthTag(ciphertext.subarray(1 + nonceLength, headLength));
      try {
        const body = decryption.update(ciphertext.subarray(headLength));
        return Buffer.concat([body, decryption.final()]).toString('utf8');
      } catch (cause) {
        throw damaged(cause);
      }
    },
    /** Encrypts digests of 16 bytes each: equal ones stay equal, and contents cannot be guessed without the key. */
    fingerprints: (digests: Buffer) => fingerprintCipher.update(digests),
  };
}

function associatedData({ table, owner, column }: SecretOwner, version: number): Buffer {
  return Buffer.from(JSON.stringify([table, owner, column, version]), 'utf8');
}

function derive(secret: string | Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

function secretKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

const readKey = 'SELECT salt, key_check FROM vault WHERE id = 1';

/** The vault of one store, locked at first. */
export function createVaultKey(writer: Connection) {
  let vault: Vault | undefined;

  /** 'none': the cache has no key. */
  const find = (privateKey: string): Vault | 'other' | 'none' => {
    const [salt, keyCheck] = writer.get(readKey) ?? [];
    if (!Buffer.isBuffer(salt)) return 'none';
    const candidate = createVault(privateKey, salt);
    return isCheckOf(candidate, keyCheck) ? candidate : 'other';
  };
  const make = (privateKey: string): Vault => {
    const salt = makeSalt();
    const made = createVault(privateKey, salt);
    writer.run('INSERT OR REPLACE INTO vault (id, salt, key_check) VALUES (1, ?, ?)', salt, made.keyCheck);
    return made;
  };
  const findOrMake = (privateKey: string): Vault | 'other' => {
    const found = find(privateKey);
    return found === 'none' ? make(privateKey) : found;
  };
  /** The vault, unless another process replaced the key. */
  const current = (): Vault | undefined => (vault && isCheckOf(vault, writer.get(readKey)?.[1]) ? vault : undefined);

  return {
    get isUnlocked() {
      return current() !== undefined;
    },
    /** False, and locked, if the passwords have another key. */
    unlock(privateKey: string): boolean {
      let found = find(privateKey);
      if (found === 'none') found = writer.transact(() => findOrMake(privateKey));
      vault = found === 'other' ? undefined : found;
      return vault !== undefined;
    },
    /** Unlocks; true if the passwords of another key were discarded. */
    renew(privateKey: string): boolean {
      const isOther = writer.transact(() => {
        const found = findOrMake(privateKey);
        if (found === 'other') discardPasswords(writer);
        vault = found === 'other' ? make(privateKey) : found;
        return found === 'other';
      });
      // The log still has their pages.
      if (isOther) writer.emptyLog();
      return isOther;
    },
    vault(): Vault {
      const unlocked = current();
      if (unlocked) return unlocked;
      throw fail(
        'passwords-locked',
        'The cached passwords are locked. Nothing was changed. Unlock the keychain or enter the keys again.',
      );
    },
  };
}

function isCheckOf(vault: Vault, keyCheck: unknown): boolean {
  return Buffer.isBuffer(keyCheck) && vault.keyCheck.equals(keyCheck);
}

/** Without hashes the next sync rewrites all rows. */
function discardPasswords(writer: Connection): void {
  for (const { table, sharesSecrets } of Object.values(layouts)) {
    const secrets = sharesSecrets ? '' : ', secrets = NULL';
    writer.run(`UPDATE ${table} SET hash = NULL${secrets}`);
  }
  writer.run('UPDATE cached_record SET secrets = NULL');
  writer.run('UPDATE credential SET secrets = NULL');
}
