import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { damaged } from '../files/sqlite-failure.ts';

/** What a secret belongs to. It is authenticated: ciphertext that is moved to another owner or column fails. */
export interface SecretOwner {
  readonly table: string;
  /** The record's ID; for a credential of a default proxy user, the user name. */
  readonly owner: string;
  readonly column: string;
}

/** Encrypts and hashes with keys derived from an account's private key. */
export interface Vault {
  /** Identifies the key without revealing anything about it. */
  readonly keyCheck: Buffer;
  encrypt(owner: SecretOwner, plain: string): Buffer;
  /** Failure `database-damaged` if the bytes were not encrypted with this key for this owner. */
  decrypt(owner: SecretOwner, ciphertext: Buffer): string;
  /** Keyed hash of a text, 32 bytes: it shows a change and reveals nothing else. */
  hash(text: string): Buffer;
  /**
   * Encrypts concatenated digests of 16 bytes each into fingerprints of the same length.
   * Equal digests stay equal; without the key nobody can guess the hashed content.
   */
  fingerprints(digests: Buffer): Buffer;
}

const cipher = 'aes-256-gcm';
const keyVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;

/** Salt for `createVault`; every database has its own. */
export function makeSalt(): Buffer {
  return randomBytes(32);
}

/**
 * Derives one key per purpose: HKDF-SHA256 of the private key and the salt gives a root,
 * which is only ever input of further derivations. Ciphertext is: key version, nonce (12),
 * tag (16), encrypted text.
 */
export function createVault(privateKey: string, salt: Buffer): Vault {
  const root = derive(privateKey, salt, 'proxydeck root v2');
  const deriveFor = (purpose: string): Buffer => derive(root, Buffer.alloc(0), purpose);
  const passwordKey = secretKey(deriveFor('proxydeck password v2'));
  const hashKey = secretKey(deriveFor('proxydeck content hash v2'));
  const fingerprintKey = secretKey(deriveFor('proxydeck row fingerprint v2'));
  const keyCheck = deriveFor('proxydeck key check v2');
  root.fill(0);
  return {
    keyCheck,
    encrypt(owner, plain) {
      const nonce = randomBytes(nonceLength);
      const encryption = createCipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      encryption.setAAD(associatedData(owner, keyVersion));
      const body = Buffer.concat([encryption.update(plain, 'utf8'), encryption.final()]);
      return Buffer.concat([Buffer.of(keyVersion), nonce, encryption.getAuthTag(), body]);
    },
    decrypt(owner, ciphertext) {
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
    hash: (text) => createHmac('sha256', hashKey).update(text, 'utf8').digest(),
    fingerprints(digests) {
      // A block cipher over a hash is a keyed hash, and one call handles a whole page.
      const encryption = createCipheriv('aes-256-ecb', fingerprintKey, null).setAutoPadding(false);
      return Buffer.concat([encryption.update(digests), encryption.final()]);
    },
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
