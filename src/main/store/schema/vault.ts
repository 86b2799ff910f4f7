import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { damaged } from '../sqlite/sqlite-failure.ts';

/** What a secret belongs to. It is authenticated: ciphertext that is moved to another owner or column fails. */
export interface SecretOwner {
  readonly table: string;
  /** The record's ID; for a credential of a default proxy user, the user name. */
  readonly owner: string;
  readonly column: string;
}

/** Encrypts and hashes with keys derived from an account's private key. */
export type Vault = ReturnType<typeof createVault>;

const cipher = 'aes-256-gcm';
const keyVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;
/** Random bytes are drawn for many nonces at once: one call costs a quarter of an encryption. */
const noncesAtOnce = 256;

/** Bytes of a digest that `fingerprints` takes. */
export const digestLength = 16;

/** Salt for `createVault`; every database has its own. */
export function makeSalt(): Buffer {
  return randomBytes(32);
}

/**
 * Derives one key per purpose: HKDF-SHA256 of the private key and the salt gives a root,
 * which is only ever input of further derivations. Ciphertext is: key version, nonce (12),
 * tag (16), encrypted text.
 */
export function createVault(privateKey: string, salt: Buffer) {
  const root = derive(privateKey, salt, 'proxydeck root v2');
  const deriveFor = (purpose: string): Buffer => derive(root, Buffer.alloc(0), purpose);
  const passwordKey = secretKey(deriveFor('proxydeck password v2'));
  // A block cipher over a hash is a keyed hash. Blocks are independent, so one cipher serves all.
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
    /** Identifies the key without revealing anything about it. */
    keyCheck,
    encrypt(owner: SecretOwner, plain: string): Buffer {
      const nonce = takeNonce();
      const encryption = createCipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      encryption.setAAD(associatedData(owner, keyVersion));
      const body = Buffer.concat([encryption.update(plain, 'utf8'), encryption.final()]);
      return Buffer.concat([Buffer.of(keyVersion), nonce, encryption.getAuthTag(), body]);
    },
    /** Failure `database-damaged` if the bytes were not encrypted with this key for this owner. */
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
    /**
     * Encrypts concatenated digests of 16 bytes each into fingerprints of the same length.
     * Equal digests stay equal; without the key nobody can guess the hashed content.
     */
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
