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

/** Where a secret stands: what was sealed for one place opens in no other. */
export interface SecretPlace {
  readonly table: string;
  readonly row: number;
  readonly column: string;
}

/** Encrypts and hashes with keys derived from an account's private key. */
export interface Vault {
  /** Tells this key from another, and gives nothing of it away. */
  readonly keyCheck: Buffer;
  seal(place: SecretPlace, plain: string): Buffer;
  /** Failure `database-damaged` where the bytes were not sealed by this key for this place. */
  open(place: SecretPlace, sealed: Buffer): string;
  /** Keyed hash of a text, 32 bytes; tells a change, gives nothing of the text away. */
  hash(text: string): Buffer;
  /**
   * Turns digests of 16 bytes each, one behind the other, into fingerprints of as
   * many bytes: equal ones stay equal, and nothing of what was digested can be
   * guessed at without the key.
   */
  fingerprints(digests: Buffer): Buffer;
}

const cipher = 'aes-256-gcm';
const keyVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength + tagLength;

/** Salt for `createVault`, made once for every database. */
export function makeSalt(): Buffer {
  return randomBytes(32);
}

/**
 * Derives the password key: HKDF-SHA256 of the private key with the database's
 * salt. Sealed bytes are: key version, nonce (12), tag (16), cipher text.
 */
export function createVault(privateKey: string, salt: Buffer): Vault {
  const root = derive(privateKey, salt, 'proxydeck password cache v1');
  const hashKey = secretKey(derive(root, Buffer.alloc(0), 'proxydeck content hash v1'));
  const fingerprintKey = secretKey(derive(root, Buffer.alloc(0), 'proxydeck row fingerprint v1'));
  const keyCheck = derive(root, Buffer.alloc(0), 'proxydeck key check v1');
  const passwordKey = secretKey(root);
  return {
    keyCheck,
    seal(place, plain) {
      const nonce = randomBytes(nonceLength);
      const sealing = createCipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      sealing.setAAD(associatedData(place, keyVersion));
      const body = Buffer.concat([sealing.update(plain, 'utf8'), sealing.final()]);
      return Buffer.concat([Buffer.of(keyVersion), nonce, sealing.getAuthTag(), body]);
    },
    open(place, sealed) {
      const version = sealed[0];
      if (version !== keyVersion || sealed.length < headLength) throw damaged();
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const opening = createDecipheriv(cipher, passwordKey, nonce, { authTagLength: tagLength });
      opening.setAAD(associatedData(place, version));
      opening.setAuthTag(sealed.subarray(1 + nonceLength, headLength));
      try {
        const body = opening.update(sealed.subarray(headLength));
        return Buffer.concat([body, opening.final()]).toString('utf8');
      } catch (cause) {
        throw damaged(cause);
      }
    },
    hash: (text) => createHmac('sha256', hashKey).update(text, 'utf8').digest(),
    fingerprints(digests) {
      // A block cipher over a hash is a keyed hash, and one call does a whole page of them.
      const sealing = createCipheriv('aes-256-ecb', fingerprintKey, null).setAutoPadding(false);
      return Buffer.concat([sealing.update(digests), sealing.final()]);
    },
  };
}

function associatedData({ table, row, column }: SecretPlace, version: number): Buffer {
  return Buffer.from(`${table}·${String(row)}·${column}·${String(version)}`, 'utf8');
}

function derive(secret: string | Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

function secretKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}
